import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('hi')

const minutesInWords = (minutes: number): string => {
  if (minutes % 1440 === 0) return count(minutes / 1440, { one: 'दिन', other: 'दिन' })
  return minutes % 60 === 0
    ? count(minutes / 60, { one: 'घंटे', other: 'घंटे' })
    : count(minutes, { one: 'मिनट', other: 'मिनट' })
}

/** Macros: their list in the settings, and running them in a chat. */
export const macros: LaterWords['macros'] = {
  title: 'मैक्रो',
  help: 'चैट में एक साथ कई चरण। चैट में M दबाएं, या खाली संदेश में / लिखें।',
  add: 'नया मैक्रो',
  edit: (title) => `“${isolate(title)}” बदलें`,
  remove: 'हटाएं',
  removeTitle: (title) => `“${isolate(title)}” हटाएं?`,
  removeHelp: 'इसने चैट में जो किया, वह बना रहेगा।',
  sharedList: 'सभी एजेंट के साथ साझा',
  own: 'सिर्फ़ आपके',
  shared: 'साझा',
  sharedHelp: 'सभी एजेंट इसे चला सकते हैं।',
  empty: 'अभी कोई मैक्रो नहीं है',
  emptyHelp: 'जो काम आप बार-बार करते हैं उसे सहेजें, जैसे: धन्यवाद देना, टैग लगाना, बंद करना। फिर उसे एक कुंजी से चलाएं।',
  failedLoad: 'मैक्रो लोड नहीं हो सके',
  fields: { title: 'शीर्षक', shortcut: 'शॉर्टकट' },
  shortcutHelp: 'इसे ढूंढने के लिए / के बाद लिखें: अक्षर, अंक, - और _।',
  steps: 'चरण',
  stepsHelp: 'ये इसी क्रम में किए जाते हैं: या तो सभी, या कोई नहीं।',
  noSteps: 'पहला चरण जोड़ें।',
  addStep: 'चरण जोड़ें',
  step: (n, name) => `चरण ${n}: ${name}`,
  up: (n) => `चरण ${n} को ऊपर ले जाएं`,
  down: (n) => `चरण ${n} को नीचे ले जाएं`,
  removeStep: (n) => `चरण ${n} हटाएं`,
  moved: (n) => `अब चरण ${n}`,
  names: {
    accept: 'चैट लें',
    send: 'संदेश भेजें',
    note: 'नोट लिखें',
    tag: 'टैग बदलें',
    'hand-over': 'सौंपें',
    snooze: 'स्नूज़ करें',
    close: 'चैट बंद करें',
  },
  text: 'टेक्स्ट',
  insert: 'वैरिएबल डालें…',
  addTags: 'जोड़ें',
  removeTags: 'हटाएं',
  noTags: 'अभी कोई टैग नहीं है।',
  to: 'किसे',
  agents: 'सहकर्मी',
  departments: 'विभाग',
  choose: 'चुनें…',
  goneReceiver: 'अब मौजूद नहीं',
  until: 'कब तक',
  inTime: (minutes) => `${minutesInWords(minutes)} तक`,
  visitorWrites: 'विज़िटर के लिखने तक',
  preview: 'किसी विज़िटर की चैट में',
  does: {
    accept: 'चैट लेता है, अगर वह किसी एजेंट के पास नहीं है',
    send: 'भेजता है',
    note: 'निजी नोट लिखता है',
    addsTags: (names) => `${names} जोड़ता है`,
    removesTags: (names) => `${names} हटाता है`,
    handsTo: (name) => `चैट ${isolate(name)} को सौंपता है`,
    handsToGone: 'चैट ऐसे एजेंट या विभाग को सौंपता है जो अब मौजूद नहीं',
    snoozes: (minutes) =>
      minutes === null ? 'विज़िटर के लिखने तक स्नूज़ करता है' : `${minutesInWords(minutes)} के लिए स्नूज़ करता है`,
    closes: 'चैट बंद करता है',
  },
  goneTag: 'हटाया गया टैग',
  run: 'मैक्रो चलाएं',
  search: 'मैक्रो खोजें',
  none: 'कोई मैक्रो मेल नहीं खाता',
  ran: (title) => `“${isolate(title)}” पूरा हुआ`,
  failed: (title) => `“${isolate(title)}” ने कुछ नहीं किया।`,
  failedAt: (n, name) => `चरण ${n} (${name}):`,
  dismiss: 'हटाएं',
  pickHelp: 'Enter से चलाएं, Esc से बंद करें',
  manage: 'मैक्रो बदलें',
}
