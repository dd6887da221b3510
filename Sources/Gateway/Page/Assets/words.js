// Every word of the page, in every language: the keys of both tables are the same (Tests/Page/look.py).
export const words = {
  en: {
    skip: "To the game", lobby: "Lobby", tracker: "Motion tracker", seeking: "The search",
    voice: "Just said", button: "The button", station: "Station", parts: "Parts", scores: "Points",
    lately: "Said lately", about: "About", hide: "hide", seek: "seek", now: "now",
    minuteAgo: "a minute ago",

    iHide: "I hide", iSeek: "I seek", switchToHide: "Role: seek. Switch to hide",
    switchToSeek: "Role: hide. Switch to seek", hides: "hides", seeks: "seeks", nobody: "Somebody",

    idle: "is here", pressing: "presses", holding: "holds", agreeing: "is ready", playing: "plays",
    invited: "invited…", invite: "Invite {name}: {role}, {doing}", presses: "pressed {count} times",
    gone: "away",

    signHello: "HELLO", signAlone: "BEEP?", signWait: "WAIT", signReady: "READY", signFound: "FOUND!",
    signTime: "TIME!", signOver: "OVER",
    lineAlone: "Searching for nearby signals…", lineTogether: "Hold together, and you play.",
    lineTap: "Hold together, or tap somebody to ask them.",
    lineWait: "Waiting for somebody who holds, too.", lineReady: "Don't let go…",
    lineYouHide: "You hide!", lineYouSeek: "You seek!", lineFound: "{name} found {hider}",
    lineFoundAfter: "{name} found {hider} in {time}", lineTime: "Time is up. Nobody found {hider}.",
    lineCancelled: "{name} does not want to play.", lineTooFew: "Too few are left. The game is over.",
    asks: "{name} wants to play", accept: "Yes, play", decline: "No", cancel: "Stop, cancel",

    holdPlay: "HOLD", holdOn: "DON'T LET GO", holdAgain: "AGAIN", holdFound: "FOUND!", holdHush: "Hush",
    holdPlayLine: "Press and hold, with the others.", holdAgainLine: "Hold to play again; the roles change.",
    holdFoundLine: "Hold it when you touch what you found.",
    holdHushLine: "Hold “Hush”, and your station is quiet.",
    letGo: "Let go, or the station switches itself off.", holdTap: "Tap again to let go.",
    onlyWatch: "This page only watches. Use the station's own button.",
    upHere: "The station's button is up.", downHere: "The station's button is down.",
    heldHere: "The station's button is held.",

    youHide: "Hide! The hunt begins in {time}.",
    soundOn: "Blips are on", soundOff: "Blips are off", taunt: "Taunt them!",
    about_m: "about {metres} m", between: "{low} to {high} m", unheard: "not heard yet", lost: "lost",
    closing: "closing", opening: "going away", steady: "steady", unknown: "",

    wordHot: "HOT", wordCold: "COLD", wordLost: "LOST", wordSearch: "SEEK",
    cueHot1: "Warm.", cueHot2: "Hot!", cueHot3: "Boiling hot!",
    cueCold1: "Cool.", cueCold2: "Cold!", cueCold3: "Freezing cold!",
    cueLost: "The signal is lost. Walk, and turn around.", cueNone: "Searching… walk, and listen.",
    cueAge: "{cue} That was {seconds} s ago.", shutEyes: "Close your eyes! {hider} hides.",
    traceLine: "{hider}: {metres}",

    radio: "radio", speaker: "loudspeaker", network: "network", power: "power", buttonPart: "button",
    works: "works", missing: "is missing", stuck: "is stuck", blocked: "is switched off",
    owned: "is used by another program", weak: "is weak", starting: "is starting",
    trouble: "The {part} {condition}.", point: "1 point", points: "{count} points", noScores: "Nobody yet.",
    noCaptions: "Nothing yet.", ago: "{seconds} s ago", version: "Version", identity: "Identity",
    capacity: "Plays in groups of", quietHours: "Quiet hours", yes: "yes", no: "no",

    isGone: "The station is gone. I keep looking for it…", isBack: "The station is back.",
    phaseLobby: "Lobby.", phaseHolding: "Waiting for others who hold.", phaseAgreeing: "Don't let go.",
    phaseCounting: "The countdown begins. {line}", phaseHiding: "The head start begins. {line}",
    phaseHunting: "The hunt begins.", phaseOver: "The round is over. {line}",

    pinTitle: "Press the station's button: it says the PIN", pinDigits: "The four digits", pinGo: "That's it",
    pinAgain: "Ask again", pinClose: "Only watch", pinWrong: "That is not the PIN.",
    pinMany: "Too many wrong ones. Wait a minute.", pinAsked: "Press its button within half a minute.",
    refused: "The station does not let this page act.", notNow: "The station did not take that. Try again.",
  },
  de: {
    skip: "Zum Spiel", lobby: "Warteraum", tracker: "Bewegungsmelder", seeking: "Die Suche",
    voice: "Eben gesagt", button: "Der Knopf", station: "Station", parts: "Teile", scores: "Punkte",
    lately: "Zuletzt gesagt", about: "Über", hide: "verstecken", seek: "suchen", now: "jetzt",
    minuteAgo: "vor einer Minute",

    iHide: "Ich verstecke mich", iSeek: "Ich suche", switchToHide: "Rolle: suchen. Lieber verstecken",
    switchToSeek: "Rolle: verstecken. Lieber suchen", hides: "versteckt sich", seeks: "sucht",
    nobody: "Jemand",

    idle: "ist hier", pressing: "drückt", holding: "hält", agreeing: "ist bereit", playing: "spielt",
    invited: "eingeladen…", invite: "{name} einladen: {role}, {doing}", presses: "{count}-mal gedrückt",
    gone: "weg",

    signHello: "HALLO", signAlone: "PIEP?", signWait: "WARTE", signReady: "BEREIT", signFound: "ENTDECKT",
    signTime: "AUS!", signOver: "ENDE",
    lineAlone: "Ich suche Signale in der Nähe…", lineTogether: "Haltet gleichzeitig, und ihr spielt.",
    lineTap: "Haltet gleichzeitig, oder tippe jemanden an.",
    lineWait: "Warte auf jemanden, der auch hält.", lineReady: "Nicht loslassen…",
    lineYouHide: "Du versteckst dich!", lineYouSeek: "Du suchst!", lineFound: "{name} hat {hider} gefunden",
    lineFoundAfter: "{name} hat {hider} gefunden, in {time}",
    lineTime: "Die Zeit ist um. Niemand hat {hider} gefunden.",
    lineCancelled: "{name} möchte nicht spielen.", lineTooFew: "Es sind zu wenige übrig. Das Spiel ist aus.",
    asks: "{name} möchte spielen", accept: "Ja, spielen", decline: "Nein", cancel: "Halt, abbrechen",

    holdPlay: "HALTEN", holdOn: "NICHT LOSLASSEN", holdAgain: "NOCH MAL", holdFound: "GEFUNDEN!",
    holdHush: "Still",
    holdPlayLine: "Drücken und halten, mit den anderen.",
    holdAgainLine: "Halten, um noch einmal zu spielen; die Rollen wechseln.",
    holdFoundLine: "Halten, wenn du berührst, was du gefunden hast.",
    holdHushLine: "„Still“ halten, und deine Station schweigt.",
    letGo: "Lass los, oder die Station schaltet sich aus.", holdTap: "Noch einmal tippen zum Loslassen.",
    onlyWatch: "Diese Seite sieht nur zu. Nimm den Knopf der Station.",
    upHere: "Der Knopf der Station ist oben.", downHere: "Der Knopf der Station ist unten.",
    heldHere: "Der Knopf der Station wird gehalten.",

    youHide: "Versteck dich! Die Jagd beginnt in {time}.",
    soundOn: "Ton ist an", soundOff: "Ton ist aus", taunt: "Ärgere sie!",
    about_m: "etwa {metres} m", between: "{low} bis {high} m", unheard: "noch nicht gehört",
    lost: "verloren",
    closing: "kommt näher", opening: "geht weg", steady: "bleibt", unknown: "",

    wordHot: "HEISS", wordCold: "KALT", wordLost: "WEG", wordSearch: "SUCH",
    cueHot1: "Warm.", cueHot2: "Heiß!", cueHot3: "Kochend heiß!",
    cueCold1: "Kühl.", cueCold2: "Kalt!", cueCold3: "Eiskalt!",
    cueLost: "Das Signal ist verloren. Geh, und dreh dich um.", cueNone: "Ich suche… geh, und hör zu.",
    cueAge: "{cue} Das war vor {seconds} s.", shutEyes: "Augen zu! {hider} versteckt sich.",
    traceLine: "{hider}: {metres}",

    radio: "Funk", speaker: "Lautsprecher", network: "Netz", power: "Strom", buttonPart: "Knopf",
    works: "geht", missing: "fehlt", stuck: "klemmt", blocked: "ist ausgeschaltet",
    owned: "gehört einem anderen Programm", weak: "ist zu schwach", starting: "startet",
    trouble: "{part}: {condition}.", point: "1 Punkt", points: "{count} Punkte", noScores: "Noch niemand.",
    noCaptions: "Noch nichts.", ago: "vor {seconds} s", version: "Version", identity: "Identität",
    capacity: "Spielt in Gruppen zu", quietHours: "Ruhezeit", yes: "ja", no: "nein",

    isGone: "Die Station ist weg. Ich suche sie weiter…", isBack: "Die Station ist wieder da.",
    phaseLobby: "Warteraum.", phaseHolding: "Warte auf andere, die halten.",
    phaseAgreeing: "Nicht loslassen.",
    phaseCounting: "Der Countdown beginnt. {line}", phaseHiding: "Der Vorsprung beginnt. {line}",
    phaseHunting: "Die Jagd beginnt.", phaseOver: "Die Runde ist zu Ende. {line}",

    pinTitle: "Drück den Knopf der Station: Sie sagt die PIN", pinDigits: "Die vier Ziffern",
    pinGo: "Das ist sie", pinAgain: "Noch mal fragen", pinClose: "Nur zusehen",
    pinWrong: "Das ist nicht die PIN.", pinMany: "Zu viele falsche. Warte eine Minute.",
    pinAsked: "Drück ihren Knopf in der nächsten halben Minute.",
    refused: "Die Station lässt diese Seite nicht mitspielen.",
    notNow: "Die Station hat das nicht genommen. Versuch es noch einmal.",
  },
};

export const language = /^de\b/i.test(navigator.language || "") ? "de" : "en";

/** The words for a key, with {gaps} filled; the key itself if there are none, so that a mistake is seen. */
export function say(key, gaps = {}) {
  const line = words[language][key] ?? key;
  return line.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);
}

/** Translates what stands in the document. */
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
}

/** 75.2 → "1:15". Full seconds are shown until they are over, as the voice counts them. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Nobody can tell centimetres by radio: one decimal when close, none further away. */
export function metresText(metres) {
  return metres.toLocaleString(language, { maximumFractionDigits: metres < 3 ? 1 : 0 });
}
