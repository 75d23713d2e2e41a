// @ts-check
// How the box speaks and who may come in: what the host may change at any time, and most leave as it is.

import { pick, yesOrNo } from "./controls.js";
import { h } from "./draw.js";
import { button, sure, twice } from "./sure.js";
import { say } from "./words.js";

/**
 * @import { HostDevice, HostSetup, LobbySetup } from "../types.d.ts"
 * @typedef {import("./draw.js").Child} Child
 * @typedef {import("./words.js").PlainKey} PlainKey
 */

/** @type {[id: keyof HostSetup["volumes"], label: PlainKey][]} */
const VOLUMES = [["master", "host.all-sound"], ["voice", "host.voice"], ["ambience", "host.background"], ["room", "host.room"]];
/** @type {[pace: string, label: PlainKey][]} */
const PACES = [["relaxed", "host.relaxed"], ["normal", "host.normal"], ["brisk", "host.brisk"]];

/**
 * What most hosts leave as it is: open at a touch.
 * @param {string} key
 * @param {string} title
 * @param {Child[]} children
 */
export const folded = (key, title, ...children) => h("details", { class: "paper", key }, h("summary", null, h("h2", null, title)), children);

/** @param {HostSetup | LobbySetup} table */
export function ways(table) {
  /** @type {(volume: typeof VOLUMES[number]) => Child} */
  const volume = ([id, label]) => h("div", { key: id }, h("label", { for: `volume-${id}` }, say(label)), h("input", { type: "range", id: `volume-${id}`, "data-volume": id, min: "0", max: "1", step: "0.05", value: String(table.volumes[id]) }));
  return folded(
    "sound",
    say("host.sound"),
    h("fieldset", null, h("legend", null, say("host.pace")), !("voices" in table) && h("p", { class: "small quiet" }, say("host.about-pace")), pick("pace", null, PACES.map(([pace, label]) => [pace, say(label)]), table.pace)),
    h("fieldset", null, h("legend", null, say("host.words")), h("p", { class: "small quiet" }, say("host.about-words")), !("voices" in table) && h("p", { class: "small quiet" }, say("host.words-in-game")), pick("words", null, [["witty", say("host.witty")], ["plain", say("host.plain")]], table.words)),
    h("fieldset", null, h("legend", null, say("host.vote")), h("p", { class: "small quiet" }, say("host.about-vote")), pick("vote", null, [["phones", say("host.by-phones")], ["pointing", say("host.by-pointing")]], table.vote)),
    VOLUMES.map(volume),
    h("div", { key: "lag" }, h("label", { for: "lag" }, say("host.lag", { number: table.lag }), " ", h("span", { id: "flash", class: "flash", "aria-hidden": "true" })), h("p", { class: "small quiet" }, say("host.about-lag")), h("input", { type: "range", id: "lag", min: "0", max: "1000", step: "20", value: String(table.lag) })),
    "voices" in table && [h("button", { type: "button", key: "sound-test", "data-do": "steer", "data-what": "sound-test" }, say("host.sound-test")), speakers(table)],
    h("fieldset", null, h("legend", null, say("host.may-lend")), h("p", { class: "small quiet" }, say("host.about-lending")), pick("lending", null, yesOrNo(), table.lending)),
  );
}

/**
 * Who speaks, where there are several voices: each can be heard before it is chosen.
 * @param {LobbySetup} table
 */
function speakers({ voices, spoken_by, second_by }) {
  if (voices.length < 2) return null;
  const natural = voices.filter(({ id }) => id !== "espeak");
  /** @type {(one: LobbySetup["voices"][number]) => Child} */
  const row = ({ id, name }) => {
    const called = id === "espeak" ? say("host.simple-voice") : name;
    const speaks = id === spoken_by;
    return h(
      "li",
      { key: id },
      h("span", { class: "name" }, called),
      h("div", { class: "pick" },
        h("button", { type: "button", "data-do": "play-voice", "data-name": id, "aria-label": say("host.hear-name", { name: called }) }, say("host.hear")),
        h("button", { type: "button", "data-do": "choose", "data-what": "spoken_by", "data-value": JSON.stringify(id), "aria-pressed": String(speaks), "aria-label": say("host.use-name", { name: called }) }, speaks ? say("host.speaks") : say("host.use"))),
    );
  };
  return [
    h("fieldset", { key: "voices" }, h("legend", null, say("host.spoken-by")), h("p", { class: "small quiet" }, say("host.about-spoken-by")), h("ul", { class: "seats" }, voices.map(row))),
    natural.length > 1 && spoken_by !== "espeak" && h("fieldset", { key: "second" }, h("legend", null, say("host.second-by")), h("p", { class: "small quiet" }, say("host.about-second-by")), pick("second_by", null, natural.map(({ id, name }) => [id, name]), second_by)),
  ];
}

/**
 * In which language, where there are several: the box, and before a game its voice.
 * @param {HostSetup & Partial<Pick<LobbySetup, "spoken_languages" | "spoken_language">>} table
 */
export function languages({ languages, language, spoken_languages, spoken_language }) {
  /** @type {(one: { id: string, name: string }) => [string, Child]} */
  const named = ({ id, name }) => [id, h("span", { lang: id }, name)];
  if (languages.length < 2) return null;
  return folded(
    "languages",
    say("host.languages"),
    h("fieldset", { key: "own" }, h("legend", null, say("host.own-language")), h("p", { class: "small quiet" }, say("host.about-language")), pick("language", null, languages.map(named), language)),
    spoken_languages && h("fieldset", { key: "spoken" }, h("legend", null, say("host.spoken")), h("p", { class: "small quiet" }, say("host.about-spoken")), pick("spoken_language", null, spoken_languages.map(named), spoken_language ?? "")),
  );
}

/**
 * Who may come in; `devices` are the host's, once somebody has looked.
 * @param {HostSetup} table
 * @param {HostDevice[] | null} devices
 */
export function doors(table, devices) {
  return folded(
    "doors",
    say("host.doors"),
    h("fieldset", null, h("legend", null, say("host.may-join")), h("p", { class: "small quiet" }, say("host.about-joining")), pick("door", null, yesOrNo(), table.door)),
    h("fieldset", null, h("legend", null, say("host.pin")), h("p", { class: "small quiet" }, say("host.about-pin")), pick("keep_pin", null, [[false, say("host.new-each-time")], [true, say("host.kept")]], table.keep_pin)),
    button("new-pin", say("host.new-pin"), true),
    h("details", { key: "devices", id: "devices" }, h("summary", null, say("host.devices")), devices && h("ul", { class: "seats" }, devices.map(device))),
  );
}

/** @param {HostDevice} device */
function device({ id, address, here, you }) {
  const asks = sure === `send-off ${id}`;
  const name = address || say("host.the-box");
  return h(
    "li",
    { key: id },
    h("span", { class: "name" }, h("b", null, name), " ", h("span", { class: "quiet small" }, you ? say("host.this-one") : here ? say("host.is-here") : say("host.asleep"))),
    !you && h("button", { type: "button", class: "grave", ...twice(`send-off ${id}`, "send-off"), "data-device": id, "aria-label": asks ? say("host.really-send-off", { name }) : say("host.send-name-off", { name }) }, asks ? say("host.really-short") : say("host.send-off")),
  );
}
