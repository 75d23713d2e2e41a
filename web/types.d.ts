// Made by make types from schema.json, e8c4b676fdd078d8: web/schema.py says of what.

/**
 * How bright a light shines in each colour, from 0 (dark) to 1. A light shows it as well as it can.
 *
 * @minItems 3
 * @maxItems 3
 */
export type Colour = [number, number, number];
export type Message =
  | Look
  | Join
  | OpenHost
  | SayPin
  | SayAgain
  | Lend
  | Leave
  | Answer
  | Sign
  | AboutMe
  | Act
  | Bet
  | CallVote
  | MoreTime
  | Rename
  | OtherPhone
  | Borrow
  | PutAway
  | Add
  | Seats
  | Sit
  | Kick
  | LetIn
  | HandOver
  | Learn
  | Learned
  | DealByTags
  | DealBack
  | DealStop
  | Laid
  | Start
  | Pause
  | Resume
  | Undo
  | Skip
  | End
  | Longer
  | Shorter
  | Draw
  | Point
  | ToBot
  | GoHome
  | Again
  | ReadAloud
  | Explain
  | LookBack
  | Forget
  | SayAddress
  | SoundTest
  | PlayVoice
  | Hosts
  | SendOff
  | NewPin
  | GoodNight
  | SetRoleset
  | SetDeck
  | SetCards
  | SetHands
  | SetOption
  | SetLanguage
  | SetSpokenLanguage
  | SetSpokenBy
  | SetSecondBy
  | SetPace
  | SetWords
  | SetVote
  | SetBeginners
  | SetVolume
  | SetLag
  | SetOrder
  | SetBots
  | SetGroups
  | SetGroupNames
  | SetActor
  | SetHouseRule
  | SetPreset
  | SetVillage
  | SetHouses
  | SetStack
  | SetLeftOut
  | SetBorn
  | SetLodge
  | SetLending
  | SetDoor
  | SetKeepPin
  | SetButton
  | SetKeys;
export type Move = Turn | Switch;

export interface Protocol {
  TablePage: TablePage;
  PlayerPage: PlayerPage;
  LentPage: LentPage;
  HostPageInLobby: HostPageInLobby;
  HostPageInGame: HostPageInGame;
  DevicesPage: DevicesPage;
  Deck: Deck;
  Message: Message;
  Move: Move;
  Replies: Replies;
  Refusal: Refusal;
}
export interface TablePage {
  version: number;
  clock: Countdown | null;
  boot: string;
  kind: "table";
  stage: "lobby" | "game" | "over";
  sky: "day" | "night";
  phase: string;
  caption: string;
  paused: string | null;
  seats: Seat[];
  deck: string;
  addresses: string[];
  join: string;
  wifi: Network | null;
  lent: boolean | null;
  trouble: string[];
  event: ShownEvent | null;
  reader: string | null;
  in_force: ShownEvent[];
  reveal: ReadVotes | null;
  introducing: boolean;
  dealing: boolean;
  explained: string | null;
  after?: After;
  fingers: Fingers | null;
  pad: string;
}
/**
 * How long the open window or debate still lasts, in seconds, `of` how many in all; stands still in a pause.
 */
export interface Countdown {
  left: number;
  of: number;
  running: boolean;
}
/**
 * One seat as everybody knows it, dead or `gone`; `card` names what cards are turned up, and the votes of those in
 * `votes` are `count` in all. `posters` hang on its door; `candle` says whether its candle burns, `standing` whether
 * it still stands while innocents are named. Those in `accused_by` accuse it today; once `accused`, it `speaks` for
 * itself and can be voted for. `waiting`: it has yet to vote; `voted`: it has; `chosen`: by the last ballot.
 */
export interface Seat {
  name: string;
  alive: boolean;
  gone: ("home" | "winner" | "witness") | null;
  card: string | null;
  offices: string[];
  waiting: boolean;
  voted: boolean;
  chosen: boolean;
  pointing: string | null;
  votes: string[] | null;
  count: number | null;
  bot: boolean;
  house: House | null;
  posters: number;
  candle: boolean | null;
  standing: boolean | null;
  accused_by: string[];
  accused: boolean;
  speaks: boolean;
}
/**
 * The building in which somebody lives; `spent` if its power is used up.
 */
export interface House {
  id: string;
  name: string;
  spent: boolean;
}
/**
 * The Wi-Fi that the box has opened.
 */
export interface Network {
  name: string;
}
/**
 * An event card, in words.
 */
export interface ShownEvent {
  id: string;
  name: string;
  text: string;
}
/**
 * A ballot as it is read out: those with the most votes come first. The votes appear within these `seconds`; some
 * voters, such as a sheriff, have more votes than one, by `weights`.
 */
export interface ReadVotes {
  title: string;
  accused: Accused[];
  abstained: string[];
  seconds: number;
  weights: {
    [k: string]: number;
  };
}
/**
 * Who was named in a ballot, by which `voters`, and how many votes that came to; `most`: nobody has more. `chosen`
 * once that is known. `fingers` is how many pointed there; nobody knows whose they were.
 */
export interface Accused {
  name: string;
  count: number;
  voters: string[];
  most: boolean;
  chosen: boolean;
  fingers: number;
}
/**
 * How the game went: shown to everybody when it is over. `events` are the event cards drawn, in their order.
 */
export interface After {
  winner: string;
  winners: string[];
  cards: FinalCard[];
  awards: ShownAward[];
  story: ShownChapter[];
  arrows: Arrow[];
  events: Named[];
}
/**
 * What one seat held when the game was over, and for which side; `second` is its other card, where everybody had
 * two, and `house` the building in which it lived last.
 */
export interface FinalCard {
  name: string;
  id: string;
  card: string;
  side: string;
  alive: boolean;
  second: Named | null;
  house: Named | null;
}
/**
 * A card, or a language, by its name.
 */
export interface Named {
  id: string;
  name: string;
}
/**
 * An award: what it is called, and who has it for what.
 */
export interface ShownAward {
  title: string;
  text: string;
}
/**
 * What happened in one phase.
 */
export interface ShownChapter {
  phase: string;
  lines: string[];
}
/**
 * Who did what to whom.
 */
export interface Arrow {
  from: string;
  to: string;
  what: string;
}
/**
 * A ballot in which all point: how many fingers were entered at each who can be chosen, and how many there are at
 * `most` in all.
 */
export interface Fingers {
  title: string;
  at: {
    [k: string]: number;
  };
  most: number;
}
export interface PlayerPage {
  version: number;
  clock: Countdown | null;
  boot: string;
  kind: "player";
  stage: "lobby" | "game" | "over";
  sky: "day" | "night";
  phase: string;
  caption: string;
  paused: string | null;
  seats: Seat[];
  deck: string;
  addresses: string[];
  join: string;
  wifi: Network | null;
  lent: boolean | null;
  trouble: string[];
  event: ShownEvent | null;
  reader: string | null;
  in_force: ShownEvent[];
  reveal: ReadVotes | null;
  introducing: boolean;
  dealing: boolean;
  explained: string | null;
  after?: After;
  you: You | null;
  screen: Screen;
  light: ShownLight | null;
  ghost: ShownNote[] | null;
  acts: OpenAct[] | null;
  about: AboutYou | null;
  bets: OpenBet[];
  claimed: boolean;
  claims: boolean;
  pad: string;
}
/**
 * What a page may know of the seat whose page it is; `second` is its other card, where everybody has two.
 */
export interface You {
  seat: string;
  alive: boolean;
  won: boolean | null;
  card: ShownCard | null;
  second: ShownCard | null;
  notes: ShownNote[];
}
/**
 * A character, in words.
 */
export interface ShownCard {
  id: string;
  name: string;
  is: string;
  wants: string;
  wakes: string;
  advice: string;
}
/**
 * Something that a seat was told, and when; the dead may read those of the whole game.
 */
export interface ShownNote {
  phase: string;
  text: string;
}
/**
 * What a player's page shows, and asks; decoys look like questions. At night all pages show what the window
 * `offers` besides seats. What is written has at most `line` letters; `events` are the event cards to choose from.
 */
export interface Screen {
  number: number;
  kind: "ask" | "deal" | "debate" | "lobby" | "over" | "rest" | "told" | "waiting";
  title: string;
  text: string;
  choices: Choice[];
  least: number;
  most: number;
  touches: number;
  offers: string[];
  fill: string;
  may_pass: boolean;
  pass_label: string;
  chosen: string[] | null;
  public: boolean;
  aside: Aside | null;
  line: number;
  events: ShownEvent[];
}
/**
 * Something that can be chosen: a seat, unless it is a `word`. A button counts to its `number`, and a light tells
 * it by the one that it `tells`. Where an answer has parts, `part` says which of them this can be, from 0 on.
 */
export interface Choice {
  value: string;
  label: string;
  number: number;
  tells: number;
  word: boolean;
  part: number;
}
/**
 * The button beside a vote.
 */
export interface Aside {
  label: string;
  given: boolean;
}
/**
 * What the light of a seat can tell, in numbers: `most` is the highest that any light has to tell, `cards` are its
 * own, one or two.
 */
export interface ShownLight {
  most: number;
  cards: number[];
  told: number[] | null;
  good: boolean | null;
  others: number[];
}
/**
 * What a seat may do once, at any time by day, with one of the `choices`; buttons and lights know its `number`.
 */
export interface OpenAct {
  id: string;
  title: string;
  text: string;
  choices: Choice[];
  number: number;
}
/**
 * What a player has said for those event cards that need it.
 */
export interface AboutYou {
  born: number | null;
  lodge: ("moon" | "sun") | null;
}
/**
 * What one of the dead may bet on, and what they have `chosen`: a bet stands. A choice is its value and a label.
 */
export interface OpenBet {
  id: string;
  title: string;
  choices: Named[];
  chosen: string | null;
}
export interface LentPage {
  version: number;
  clock: Countdown | null;
  boot: string;
  kind: "lent";
  stage: "lobby" | "game" | "over";
  sky: "day" | "night";
  phase: string;
  caption: string;
  paused: string | null;
  seats: Seat[];
  deck: string;
  addresses: string[];
  join: string;
  wifi: Network | null;
  lent: boolean | null;
  trouble: string[];
  event: ShownEvent | null;
  reader: string | null;
  in_force: ShownEvent[];
  reveal: ReadVotes | null;
  introducing: boolean;
  dealing: boolean;
  explained: string | null;
  after?: After;
  number: number | null;
  you: You | null;
  pad: string;
}
export interface HostPageInLobby {
  version: number;
  clock: Countdown | null;
  boot: string;
  kind: "host";
  stage: "lobby";
  sky: "day" | "night";
  phase: string;
  caption: string;
  paused: string | null;
  seats: Seat[];
  deck: string;
  addresses: string[];
  join: string;
  wifi: Network | null;
  lent: boolean | null;
  trouble: string[];
  event: ShownEvent | null;
  reader: string | null;
  in_force: ShownEvent[];
  reveal: ReadVotes | null;
  introducing: boolean;
  dealing: boolean;
  explained: string | null;
  after?: After;
  setup: LobbySetup;
  pad: string;
}
/**
 * What the host may set before a game, and who and what waits for it. Any of `spoken_languages` has all words for
 * the roleset. Of the `voices` there are, `spoken_by` speaks, and `second_by` for the dead, spirits and the crier.
 */
export interface LobbySetup {
  language: string;
  languages: Named[];
  pace: string;
  paces: string[];
  words: "plain" | "witty";
  vote: "phones" | "pointing";
  volumes: Volumes;
  lag: number;
  players: Player[];
  claims: string[];
  late: string[];
  lending: boolean;
  door: boolean;
  keep_pin: boolean;
  waiting: string[];
  readers: boolean;
  beginners: boolean;
  dealing: DealProgress | null;
  rolesets: Titled[];
  roleset: string;
  spoken_language: string;
  spoken_languages: Named[];
  spoken_by: string;
  second_by: string;
  voices: Named[];
  seats: number;
  wanted: string[];
  keys: number;
  deck: {
    [k: string]: number;
  };
  proposed: boolean;
  filler: string;
  cards: Copies[];
  start: string | null;
  hands: {
    [k: string]: string;
  } | null;
  made_for: Bounds | null;
  warnings: string[];
  odds: Chances | null;
  usual: Chances | null;
  learning: Learning | null;
  options: ShownOption[];
  groups: Group[];
  laid: CardsBeside[];
  presets: Preset[];
  preset: string | null;
  village: VillageSetup | null;
  events: EventsSetup | null;
}
/**
 * How loud everything, the voice and the ambience are, and how much of a room is heard, from 0 to 1.
 */
export interface Volumes {
  master: number;
  voice: number;
  ambience: number;
  room: number;
}
/**
 * Somebody at the table, as the host sees them; `number` where that is their name. One who `sits_out` keeps the
 * chair, and is not in the next game. Another phone on which the number `take_over` is typed gets the seat, once.
 */
export interface Player {
  name: string;
  bot: boolean;
  here: boolean;
  button: number | null;
  number: number | null;
  take_over: string | null;
  sits_out: boolean;
}
/**
 * How far a deal by tags has come, and what it `wants` now.
 */
export interface DealProgress {
  wants: "deal.card" | "deal.centre" | "deal.done" | "deal.hand" | "deal.token";
  name: string;
  laid: number;
  of: number;
}
/**
 * A roleset that can be played.
 */
export interface Titled {
  id: string;
  title: string;
}
/**
 * A card or a building of the roleset, and how many of it there may be. What is `printed` on it stands here where
 * plain words have another name for it.
 */
export interface Copies {
  id: string;
  name: string;
  copies: number;
  printed: string;
}
/**
 * How many players the book wants at `least`, or at `most`; one of the two.
 */
export interface Bounds {
  least?: number;
  most?: number;
}
/**
 * How often each side has won in this many games, and what that makes of the game in one word.
 */
export interface Chances {
  games: number;
  sides: Chance[];
  balance: "even" | "open" | "village" | "village-far" | "werewolves" | "werewolves-far";
}
/**
 * How often one side wins by chance: its `share`, and two shares between which the true one almost surely lies.
 */
export interface Chance {
  id: string;
  name: string;
  share: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  sure: [number, number];
}
/**
 * How many lines the natural voice has ready, of how many that the next game may need.
 */
export interface Learning {
  done: number;
  of: number;
}
/**
 * A rule that the host may choose, among others of its `group`. Of some `several` values may be chosen together;
 * they stand in one `value`, with spaces, which is `off` where there are none.
 */
export interface ShownOption {
  id: string;
  name: string;
  text: string;
  values: OptionValue[];
  value: string;
  group: "events" | "rules" | "secret" | "variants" | "village";
  several: boolean;
}
/**
 * One way in which an option can be set; with a `number` where it is one of many that differ in nothing else.
 */
export interface OptionValue {
  value: string;
  label: string;
  number: number | null;
}
/**
 * One of two groups of players.
 */
export interface Group {
  name: string;
  players: string[];
}
/**
 * How many cards are laid out beside the deck, which they are, and which they may be.
 */
export interface CardsBeside {
  id: "actor" | "house_rule";
  number: number;
  cards: Named[];
  chosen: string[];
}
/**
 * Options that go well together, to be set by one tap; `balance` where it is known for as many as are there.
 */
export interface Preset {
  id: string;
  name: string;
  text: string;
  balance: ("even" | "open" | "village" | "village-far" | "werewolves" | "werewolves-far") | null;
}
/**
 * How many there are of each building, and how many there could be; what players without one are (`homeless`); and
 * in which `houses` the host has put whom.
 */
export interface VillageSetup {
  buildings: Copies[];
  numbers: {
    [k: string]: number;
  };
  homeless: Named;
  proposed: boolean;
  houses: {
    [k: string]: string;
  };
}
/**
 * The cards of the deck of events: those `left_out`, or where they are `stacked` all of them in their order; and
 * who has said when they were `born`, and their `lodge`: never what they said.
 */
export interface EventsSetup {
  cards: EventChoice[];
  stacked: boolean;
  stack: string[];
  left_out: string[];
  born: string[];
  lodge: string[];
}
/**
 * An event card; `asks` is what it needs to know of everybody, `printed` as on a card.
 */
export interface EventChoice {
  id: string;
  name: string;
  text: string;
  asks: ("born" | "lodge") | null;
  printed: string;
}
export interface HostPageInGame {
  version: number;
  clock: Countdown | null;
  boot: string;
  kind: "host";
  stage: "game" | "over";
  sky: "day" | "night";
  phase: string;
  caption: string;
  paused: string | null;
  seats: Seat[];
  deck: string;
  addresses: string[];
  join: string;
  wifi: Network | null;
  lent: boolean | null;
  trouble: string[];
  event: ShownEvent | null;
  reader: string | null;
  in_force: ShownEvent[];
  reveal: ReadVotes | null;
  introducing: boolean;
  dealing: boolean;
  explained: string | null;
  after?: After;
  number: number;
  setup: HostSetup;
  fingers: Fingers | null;
  debate: boolean;
  vote: ReadVotes | null;
  pad: string;
}
/**
 * What the host may set at any time; `language` is what pages speak when a phone asks for none that the box has;
 * `claims` are the seats that somebody asks for with another phone; `late` are those who came during the game and have
 * a chair in the next one.
 */
export interface HostSetup {
  language: string;
  languages: Named[];
  pace: string;
  paces: string[];
  words: "plain" | "witty";
  vote: "phones" | "pointing";
  volumes: Volumes;
  lag: number;
  players: Player[];
  claims: string[];
  late: string[];
  lending: boolean;
  door: boolean;
  keep_pin: boolean;
}
/**
 * What the page with devices shows: the colour of every light by its place, what is switched on and in which way,
 * who has the button of a place, all tags, and what keys there are.
 */
export interface DevicesPage {
  version: number;
  boot: string;
  kind: "hardware";
  lights: {
    [k: string]: Colour;
  };
  on: ["lay" | "press" | "rattle" | "stick" | "type" | "unplug", string][];
  names: {
    [k: string]: string;
  };
  tags: (TokenTag | CardTag | WordTag)[];
  keys: string[];
}
/**
 * Whose it is stands beside the button of this place: `seat 3`.
 */
export interface TokenTag {
  kind: "token";
  uid: string;
  seat: string;
}
export interface CardTag {
  kind: "card";
  uid: string;
  card: string;
}
export interface WordTag {
  kind: "word";
  uid: string;
  word: "no" | "pass" | "stranger" | "yes";
}
/**
 * Tonight's characters, and where there is a village, its buildings.
 */
export interface Deck {
  cards: CountedCard[];
  buildings: ShownBuilding[];
}
/**
 * A character of tonight's deck; how many there are of it, where everybody may know that.
 */
export interface CountedCard {
  id: string;
  name: string;
  is: string;
  wants: string;
  wakes: string;
  advice: string;
  number: number | null;
}
/**
 * A building of the village, in words: what whoever lives there may do.
 */
export interface ShownBuilding {
  id: string;
  name: string;
  is: string;
  advice: string;
}
export interface Look {
  do: "look";
  kind: "deck" | "host" | "lent" | "player" | "table";
  tap?: string;
}
/**
 * With a `pin`, or `again`, where somebody at the table has this name and says: that is me.
 */
export interface Join {
  do: "join";
  name: string;
  pin?: string;
  again?: boolean;
  tap?: string;
}
export interface OpenHost {
  do: "open-host";
  pin: string;
  tap?: string;
}
export interface SayPin {
  do: "say-pin";
  tap?: string;
}
export interface SayAgain {
  do: "say-again";
  tap?: string;
}
export interface Lend {
  do: "lend";
  tap?: string;
}
export interface Leave {
  do: "leave";
  tap?: string;
}
export interface Answer {
  do: "answer";
  number: number;
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface Sign {
  do: "sign";
  number: number;
  /**
   * @maxItems 1
   */
  value: [] | ["yes"];
  tap?: string;
}
/**
 * `born` is a year as somebody has typed it; `None` takes back what was said.
 */
export interface AboutMe {
  do: "about-me";
  born: number | string | null;
  lodge: ("moon" | "sun") | null;
  tap?: string;
}
/**
 * `what` is one of the acts that the page shows.
 */
export interface Act {
  do: "act";
  what: string;
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
/**
 * `value` is one of the choices that the page shows.
 */
export interface Bet {
  do: "bet";
  what: "hanged" | "wins";
  value: string;
  tap?: string;
}
export interface CallVote {
  do: "call-vote";
  tap?: string;
}
export interface MoreTime {
  do: "more-time";
  tap?: string;
}
/**
 * Another name for a player; the host says which `player`, and a page renames its own.
 */
export interface Rename {
  do: "rename";
  name: string;
  player?: string | null;
  tap?: string;
}
/**
 * Is it this player who asks for the seat of this `name` from another phone?
 */
export interface OtherPhone {
  do: "other-phone";
  name: string;
  yes: boolean;
  tap?: string;
}
export interface Borrow {
  do: "borrow";
  number: number;
  tap?: string;
}
export interface PutAway {
  do: "put-away";
  tap?: string;
}
export interface Add {
  do: "add";
  name: string;
  tap?: string;
}
export interface Seats {
  do: "seats";
  number: number;
  /**
   * @maxItems 200
   */
  buttons: number[];
  tap?: string;
}
/**
 * With a button of a `number`, or with a `key`, which becomes one with a number that is not among the `others`.
 */
export interface Sit {
  do: "sit";
  number?: number | null;
  key?: string | null;
  /**
   * @maxItems 200
   */
  others?: number[];
  tap?: string;
}
export interface Kick {
  do: "kick";
  name: string;
  tap?: string;
}
export interface LetIn {
  do: "let-in";
  name: string;
  tap?: string;
}
export interface HandOver {
  do: "hand-over";
  name: string;
  tap?: string;
}
export interface Learn {
  do: "learn";
  /**
   * @maxItems 200
   */
  names: string[];
  tap?: string;
}
/**
 * The parts are those of `Sit`.
 */
export interface Learned {
  do: "learned";
  number?: number | null;
  key?: string | null;
  /**
   * @maxItems 200
   */
  others?: number[];
  tap?: string;
}
export interface DealByTags {
  do: "deal-by-tags";
  house_deck?: boolean;
  tap?: string;
}
export interface DealBack {
  do: "deal-back";
  tap?: string;
}
export interface DealStop {
  do: "deal-stop";
  tap?: string;
}
export interface Laid {
  do: "laid";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface Start {
  do: "start";
  house_deck?: boolean;
  tap?: string;
}
export interface Pause {
  do: "pause";
  tap?: string;
}
export interface Resume {
  do: "resume";
  pause?: number | null;
  tap?: string;
}
/**
 * `number` is that of what the host's page shows; who sends none means whatever there is.
 */
export interface Undo {
  do: "undo";
  number?: number | null;
  tap?: string;
}
/**
 * The parts are those of `Undo`.
 */
export interface Skip {
  do: "skip";
  number?: number | null;
  tap?: string;
}
export interface End {
  do: "end";
  tap?: string;
}
export interface Longer {
  do: "longer";
  tap?: string;
}
export interface Shorter {
  do: "shorter";
  tap?: string;
}
export interface Draw {
  do: "draw";
  tap?: string;
}
/**
 * How many fingers point at each of these.
 */
export interface Point {
  do: "point";
  fingers: {
    [k: string]: number;
  };
  tap?: string;
}
export interface ToBot {
  do: "to-bot";
  name: string;
  tap?: string;
}
export interface GoHome {
  do: "go-home";
  name: string;
  tap?: string;
}
export interface Again {
  do: "again";
  tap?: string;
}
export interface ReadAloud {
  do: "read-aloud";
  what: "cards" | "minute" | "story";
  tap?: string;
}
/**
 * `card` is one of tonight's; `None` ends what is being explained.
 */
export interface Explain {
  do: "explain";
  card: string | null;
  tap?: string;
}
export interface LookBack {
  do: "look-back";
  tap?: string;
}
export interface Forget {
  do: "forget";
  name: string;
  tap?: string;
}
export interface SayAddress {
  do: "say-address";
  tap?: string;
}
export interface SoundTest {
  do: "sound-test";
  tap?: string;
}
/**
 * `name` is one of the voices that the page shows.
 */
export interface PlayVoice {
  do: "play-voice";
  name: string;
  tap?: string;
}
export interface Hosts {
  do: "hosts";
  tap?: string;
}
/**
 * `what` is the id of a device, from the reply to `Hosts`.
 */
export interface SendOff {
  do: "send-off";
  what: string;
  tap?: string;
}
export interface NewPin {
  do: "new-pin";
  tap?: string;
}
export interface GoodNight {
  do: "good-night";
  tap?: string;
}
export interface SetRoleset {
  do: "set";
  what: "roleset";
  value: string;
  tap?: string;
}
export interface SetDeck {
  do: "set";
  what: "deck";
  value: {
    [k: string]: number;
  } | null;
  tap?: string;
}
export interface SetCards {
  do: "set";
  what: "cards";
  value: {
    [k: string]: number;
  };
  tap?: string;
}
export interface SetHands {
  do: "set";
  what: "hands";
  value: {
    [k: string]: string | null;
  };
  tap?: string;
}
export interface SetOption {
  do: "set";
  what: "option";
  value: {
    [k: string]: string;
  };
  tap?: string;
}
export interface SetLanguage {
  do: "set";
  what: "language";
  value: string;
  tap?: string;
}
export interface SetSpokenLanguage {
  do: "set";
  what: "spoken_language";
  value: string;
  tap?: string;
}
export interface SetSpokenBy {
  do: "set";
  what: "spoken_by";
  value: string;
  tap?: string;
}
export interface SetSecondBy {
  do: "set";
  what: "second_by";
  value: string;
  tap?: string;
}
export interface SetPace {
  do: "set";
  what: "pace";
  value: string;
  tap?: string;
}
export interface SetWords {
  do: "set";
  what: "words";
  value: "plain" | "witty";
  tap?: string;
}
export interface SetVote {
  do: "set";
  what: "vote";
  value: "phones" | "pointing";
  tap?: string;
}
export interface SetBeginners {
  do: "set";
  what: "beginners";
  value: boolean;
  tap?: string;
}
export interface SetVolume {
  do: "set";
  what: "volume";
  value: {
    [k: string]: number;
  };
  tap?: string;
}
export interface SetLag {
  do: "set";
  what: "lag";
  value: number;
  tap?: string;
}
export interface SetOrder {
  do: "set";
  what: "order";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetBots {
  do: "set";
  what: "bots";
  value: number;
  tap?: string;
}
export interface SetGroups {
  do: "set";
  what: "groups";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetGroupNames {
  do: "set";
  what: "group_names";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetActor {
  do: "set";
  what: "actor";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetHouseRule {
  do: "set";
  what: "house_rule";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetPreset {
  do: "set";
  what: "preset";
  value: string;
  tap?: string;
}
export interface SetVillage {
  do: "set";
  what: "village";
  value: {
    [k: string]: number;
  } | null;
  tap?: string;
}
export interface SetHouses {
  do: "set";
  what: "houses";
  value: {
    [k: string]: string | null;
  };
  tap?: string;
}
export interface SetStack {
  do: "set";
  what: "stack";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetLeftOut {
  do: "set";
  what: "left_out";
  /**
   * @maxItems 200
   */
  value: string[];
  tap?: string;
}
export interface SetBorn {
  do: "set";
  what: "born";
  value: {
    [k: string]: number | string | null;
  };
  tap?: string;
}
export interface SetLodge {
  do: "set";
  what: "lodge";
  value: {
    [k: string]: ("moon" | "sun") | null;
  };
  tap?: string;
}
export interface SetLending {
  do: "set";
  what: "lending";
  value: boolean;
  tap?: string;
}
export interface SetDoor {
  do: "set";
  what: "door";
  value: boolean;
  tap?: string;
}
export interface SetKeepPin {
  do: "set";
  what: "keep_pin";
  value: boolean;
  tap?: string;
}
export interface SetButton {
  do: "set";
  what: "button";
  value: {
    [k: string]: number | string | null;
  };
  tap?: string;
}
export interface SetKeys {
  do: "set";
  what: "keys";
  value: null;
  tap?: string;
}
/**
 * Somebody turns the knob, by this many clicks.
 */
export interface Turn {
  do: "turn";
  number: number;
}
/**
 * Somebody switches something on or off: `what` is a place, a key or a tag, as in `Fake`.
 */
export interface Switch {
  do: "lay" | "press" | "rattle" | "stick" | "type" | "unplug";
  what: string;
  value: boolean;
}
export interface Replies {
  look: ShownView;
  "hand-over": HandedOver;
  set: SettingKept;
  pause: Paused;
  "look-back": LookedBack;
  hosts: HostDevices;
}
/**
 * To `Look`: the page, as JSON.
 */
export interface ShownView {
  view: string;
}
/**
 * To `HandOver`: what the other phone must type.
 */
export interface HandedOver {
  pin: string;
}
/**
 * To `Set`: the first `version` of the pages that shows it.
 */
export interface SettingKept {
  version: number;
}
/**
 * To `Pause`: the number of this pause.
 */
export interface Paused {
  pause: number;
}
/**
 * To `LookBack`: everybody, and all that is kept as a table for a spreadsheet.
 */
export interface LookedBack {
  people: Somebody[];
  csv: string;
}
/**
 * Somebody who has played on this box: in how many `games`, and in how many of these they `won` or `survived`; how
 * many `votes` they gave while no werewolf, and how many of those were `hits`. Is it `yours` to strike them out?
 */
export interface Somebody {
  name: string;
  games: number;
  won: number;
  survived: number;
  votes: number;
  hits: number;
  detective: boolean;
  sides: string[];
  cards: string[];
  yours: boolean;
}
/**
 * To `Hosts`.
 */
export interface HostDevices {
  hosts: HostDevice[];
}
/**
 * A device of a host: its `address` when it was let in, whether it is `here` now, and whether it is this one.
 */
export interface HostDevice {
  id: string;
  address: string;
  here: boolean;
  you: boolean;
}
/**
 * Why not: `code` is for programs, `sentence` for people, in the language of the page.
 */
export interface Refusal {
  code: string;
  sentence: string;
}
