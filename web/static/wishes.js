// @ts-check
// What has the host set here that the box has not shown yet? Each wish is drawn at once, as if it were so already.

/**
 * @import { CardsBeside, HostSetup, LobbySetup, Message, Player } from "../types.d.ts"
 * @typedef {Extract<Message, { do: "set" }>} Setting
 * @typedef {Setting["what"]} What
 */
/**
 * @template {What} Of
 * @typedef {Extract<Setting, { what: Of }>["value"]} Value
 */

/** @type {Map<What, { value: Setting["value"], open: boolean }>} */
export const wishes = new Map(); // those that have not come back yet

/**
 * What each wish makes of the setup: of what can be set in a game, too, and of the rest.
 * @type {{ [Of in What]?: (value: Value<Of>, setup: HostSetup) => Partial<HostSetup> }}
 */
export const ALWAYS = {
  language: (language) => ({ language }),
  pace: (pace) => ({ pace }),
  words: (words) => ({ words }),
  vote: (vote) => ({ vote }),
  volume: (value, { volumes }) => ({ volumes: { ...volumes, ...value } }),
  lag: (lag) => ({ lag }),
  lending: (lending) => ({ lending }),
  door: (door) => ({ door }),
  keep_pin: (keep_pin) => ({ keep_pin }),
};
/** @type {{ [Of in What]?: (value: Value<Of>, setup: LobbySetup) => Partial<LobbySetup> }} */
export const IN_THE_LOBBY = {
  ...ALWAYS,
  roleset: (roleset) => ({ roleset }),
  beginners: (beginners) => ({ beginners }),
  spoken_language: (spoken_language) => ({ spoken_language }),
  spoken_by: (spoken_by) => ({ spoken_by }),
  second_by: (second_by) => ({ second_by }),
  deck: (deck) => (deck ? { deck, proposed: false, odds: null } : {}),
  cards: (value, { deck, filler, seats }) => ({ deck: filledUp({ ...deck, ...value }, filler, seats), proposed: false, odds: null }),
  option: (value, { options }) => ({ options: options.map((option) => ({ ...option, value: value[option.id] ?? option.value })) }),
  village: (numbers, { village }) => (numbers && village ? { village: { ...village, numbers, proposed: false }, odds: null } : {}),
  houses: (value, { village }) => ({ village: village && { ...village, houses: withCards({ ...village.houses, ...value }) } }),
  stack: (stack, { events }) => ({ events: events && { ...events, stack } }),
  left_out: (left_out, { events }) => ({ events: events && { ...events, left_out } }),
  preset: (preset) => ({ preset }),
  hands: (value, { hands }) => ({ hands: hands && withCards({ ...hands, ...value }) }),
  button: (value, { players }) => ({ players: players.map((player) => withButton(player, value[player.name])) }),
  order: (value, { players }) => ({ players: inOrder(players, value) }),
  groups: (value, { groups, players }) => ({ groups: groups.map((group, n) => ({ ...group, players: n ? value : players.map(({ name }) => name).filter((name) => !value.includes(name)) })) }),
  group_names: (value, { groups }) => ({ groups: groups.map((group, n) => ({ ...group, name: value[n] })) }),
  actor: (value, { laid }) => ({ laid: chosen(laid, "actor", value) }),
  house_rule: (value, { laid }) => ({ laid: chosen(laid, "house_rule", value) }),
};

/**
 * Plain cards take the places that are left, so that one more character is one villager less.
 * @type {(deck: Record<string, number>, filler: string, seats: number) => Record<string, number>}
 */
const filledUp = (deck, filler, seats) => ({ ...deck, [filler]: Math.max(0, seats - Object.entries(deck).reduce((sum, [card, n]) => sum + (card === filler ? 0 : n), 0)) });

/** @type {(player: Player, typed: number | string | null | undefined) => Player} */
const withButton = (player, typed) => (typed === undefined || typeof typed === "string" ? player : { ...player, button: typed });

/** @param {Record<string, string | null>} hands */
const withCards = (hands) => /** @type {Record<string, string>} */ (Object.fromEntries(Object.entries(hands).filter(([, card]) => card)));

/** @type {(laid: CardsBeside[], id: CardsBeside["id"], value: string[]) => CardsBeside[]} */
const chosen = (laid, id, value) => laid.map((one) => (one.id === id ? { ...one, chosen: value } : one));

/**
 * What the table is set to, as it will be when the box has heard all of it.
 * @template {HostSetup} Setup
 * @param {Setup} setup
 * @param {{ [Of in What]?: (value: never, setup: Setup) => Partial<Setup> }} changes
 */
export function wished(setup, changes) {
  const table = { ...setup };
  for (const [what, { value }] of wishes) Object.assign(table, changes[what]?.(/** @type {never} */ (value), table));
  return table;
}

/**
 * Those who are named change places among themselves; others keep theirs.
 * @param {Player[]} players
 * @param {string[]} names
 */
function inOrder(players, names) {
  const known = players.filter(({ name }) => names.includes(name));
  known.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
  return players.map((player) => (names.includes(player.name) ? known.shift() ?? player : player));
}
