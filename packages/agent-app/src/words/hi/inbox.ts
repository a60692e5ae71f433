import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'
import { listing } from '../listing.ts'

const count = counting('hi')
const listed = listing('hi')

export const list: Words['list'] = {
  draft: 'ड्राफ़्ट',
  draftHelp: 'इस चैट में आपका एक ड्राफ़्ट है जो भेजा नहीं गया है।',
  said: (author) => `${author}:`,
  channel: (name) => `चैनल: ${isolate(name)}`,
  tags: (names) => `टैग: ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'इनबॉक्स की पंक्तियां',
  densities: { comfortable: 'खुली', compact: 'सघन' },
}

export const inbox: Words['inbox'] = {
  title: 'इनबॉक्स',
  views: { waiting: 'इंतज़ार में', mine: 'मेरी', all: 'सभी', closed: 'बंद', snoozed: 'स्नूज़' },
  viewsLabel: 'व्यू',
  list: (view) => `चैट: ${view}`,
  filter: 'इस सूची में खोजें',
  filterHelp: 'नाम, ईमेल, फ़ोन, नंबर, चैनल, टैग या संदेश के शब्द',
  clearFilter: 'खोज हटाएं',
  noMatch: 'इस सूची की कोई चैट मेल नहीं खाती',
  noMatchHelp: 'इस सूची की चैट के विज़िटर, चैनल, टैग और सभी संदेशों में खोजा गया।',
  searchAll: 'सब कुछ खोजें',
  failedSearch: 'खोज नहीं हो सकी',
  filters: 'फ़िल्टर',
  filtersSet: (n) => count(n, { one: 'फ़िल्टर', other: 'फ़िल्टर' }),
  noneFits: 'कोई चैट फ़िल्टर से मेल नहीं खाती',
  noneFitsHelp: 'मेल खाते ही चैट यहां दिखती है।',
  clearFilters: 'फ़िल्टर हटाएं',
  empty: {
    waiting: ['कोई चैट इंतज़ार में नहीं है', 'विज़िटर के लिखते ही नई चैट यहां दिखती हैं।'],
    mine: ['आपके पास कोई चैट नहीं है', 'इंतज़ार में किसी चैट का जवाब दें, वह आपकी हो जाएगी।'],
    all: ['कोई खुली चैट नहीं है', 'सभी खुली चैट यहां दिखती हैं।'],
    closed: ['अभी कोई बंद चैट नहीं है', 'बंद की गई चैट यहां दिखती हैं।'],
    snoozed: ['कोई चैट स्नूज़ पर नहीं है', 'जो चैट आप स्नूज़ करते हैं, वे तय समय या विज़िटर के अगले संदेश तक यहां रहती हैं।'],
  },
  anonymous: 'विज़िटर',
  visitor: (number) => `विज़िटर ${number}`,
  number: (number) => `#${number}`,
  you: 'आप',
  agent: 'एजेंट',
  bot: 'बॉट',
  noText: 'अभी कोई संदेश नहीं',
  unread: (n) => count(n, { one: 'अपठित संदेश', other: 'अपठित संदेश' }),
  waitingFor: (time) => `${time} से इंतज़ार में`,
  failed: (n) => count(n, { one: 'संदेश डिलीवर नहीं हुआ', other: 'संदेश डिलीवर नहीं हुए' }),
  heldBy: (name) => `${isolate(name)} के पास`,
  heldByYou: 'आपके पास',
  department: (name) => `विभाग: ${isolate(name)}`,
  typing: 'लिख रहे हैं…',
  failedLoad: 'चैट लोड नहीं हो सकीं',
  pick: 'कोई चैट चुनें',
  pickHelp: 'J और K से आगे-पीछे जाएं, Enter से खोलें।',
  justNow: 'अभी',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} चैट`,
  attach: 'फ़ाइल',
}

export const closing: Words['closing'] = {
  closed: (name) => `${isolate(name)} के साथ चैट बंद हुई`,
  undo: 'वापस लें',
  undoKey: 'वापस लेने के लिए Z दबाएं।',
  wrote: (name) => `${isolate(name)} ने लिखा, इसलिए चैट खुली रहेगी`,
  wentOn: (name) => `${isolate(name)} के साथ चैट खुली रहेगी`,
  notClosed: (name) => `${isolate(name)} के साथ चैट बंद नहीं हो सकी`,
  notUndone: (name) => `${isolate(name)} के साथ चैट का बंद होना वापस नहीं लिया जा सका`,
  open: 'खोलें',
  dismiss: 'हटाएं',
  notices: 'जानकारी',
  keptYou: 'आपने चैट खुली रखी',
  kept: (name) => `${isolate(name)} ने चैट खुली रखी`,
  keptByVisitor: 'चैट बंद होते समय विज़िटर ने लिखा, इसलिए वह खुली रहेगी',
}

export const waiting: Words['waiting'] = {
  hold: 'संदेश वापस लेना',
  holdHelp:
    'भेजने के बाद इतनी देर तक आप संदेश वापस ले सकते हैं। विज़िटर को वह इसके बाद मिलता है। यह चुनाव आपके सभी उपकरणों पर लागू होता है।',
  holdNone: 'तुरंत भेजें',
  holdSeconds: (n) => count(n, { one: 'सेकंड', other: 'सेकंड' }),
  scheduled: 'भेजे जाने वाले संदेश',
  sendLater: 'बाद में भेजें',
  schedule: 'बाद में भेजें',
  times: { hour: '1 घंटे में', tomorrow: 'कल सुबह', monday: 'सोमवार सुबह', own: 'समय चुनें…' },
  when: 'कब?',
  noTime: 'तारीख और समय डालें।',
  inPast: 'यह समय बीत चुका है।',
  tooFar: (days) => `ज़्यादा से ज़्यादा ${count(days, { one: 'दिन', other: 'दिन' })} आगे का समय चुनें।`,
  sendingIn: (seconds) => `${seconds} से. में भेजा जाएगा`,
  sentAt: (time) => `${time} पर भेजा जाएगा`,
  by: (name) => `${isolate(name)} की ओर से`,
  visitorWrote: 'इस बीच विज़िटर ने लिखा है',
  takeBack: 'वापस लें',
  edit: 'बदलें',
  sendNow: 'अभी भेजें',
  snooze: 'स्नूज़ करें',
  snoozeUntil: 'कब तक स्नूज़ करें',
  untilVisitor: 'विज़िटर के लिखने तक',
  snoozedUntil: (end) => `${end} तक स्नूज़`,
  wake: 'स्नूज़ खत्म करें',
  view: 'स्नूज़',
  woken: 'स्नूज़ से वापस',
  handOver: 'सौंपें',
  noColleagues: 'अभी कोई सहकर्मी नहीं है।',
  presence: (presence) => ({ online: 'ऑनलाइन', away: 'उपलब्ध नहीं', offline: 'ऑफ़लाइन' })[presence],
  tookBackYou: 'आपने एक संदेश वापस लिया',
  tookBack: (name) => `${isolate(name)} ने एक संदेश वापस लिया`,
  cancelledClosed: 'चैट बंद होने की वजह से बाद में भेजा जाने वाला एक संदेश रद्द हुआ',
  cancelledBlocked: 'विज़िटर ब्लॉक होने की वजह से बाद में भेजा जाने वाला एक संदेश रद्द हुआ',
  snoozedYou: (until) => `आपने चैट को ${until} तक स्नूज़ किया`,
  snoozed: (name, until) => `${isolate(name)} ने चैट को ${until} तक स्नूज़ किया`,
  visitorWrites: 'विज़िटर के लिखने',
  wokeByTime: 'स्नूज़ का समय पूरा हुआ',
  wokeByVisitor: 'विज़िटर ने लिखा, इसलिए स्नूज़ खत्म हुआ',
  wokeYou: 'आपने स्नूज़ खत्म किया',
  woke: (name) => `${isolate(name)} ने स्नूज़ खत्म किया`,
  handedYou: (to) => `आपने चैट ${isolate(to)} को सौंपी`,
  handed: (name, to) => `${isolate(name)} ने चैट ${isolate(to)} को सौंपी`,
}

/** So many agents are named; of more, the others are counted. */
const NAMED = 2
const named = (names: readonly string[]): string =>
  names.length <= NAMED + 1
    ? listed.format(names.map(isolate))
    : `${names.slice(0, NAMED).map(isolate).join(', ')} और ${names.length - NAMED} अन्य`

export const looking: Words['looking'] = {
  viewing: (names) => `${named(names)} देख रहे हैं`,
  writing: (name) => `${isolate(name)} जवाब लिख रहे हैं`,
  noting: (name) => `${isolate(name)} नोट लिख रहे हैं`,
}

export const notes: Words['notes'] = {
  kind: 'आप क्या लिख रहे हैं',
  reply: 'जवाब',
  note: 'नोट',
  help: 'यह सिर्फ़ आपकी टीम को दिखता है',
  placeholder: 'नोट लिखें। @ से सहकर्मी का ज़िक्र करें',
  send: 'नोट सहेजें',
  by: (name) => `${isolate(name)}: निजी नोट`,
  whom: 'सहकर्मी का ज़िक्र करें',
  mentionsYou: 'आपका ज़िक्र है',
  write: 'नोट लिखें',
  inArchive: 'नोट',
}

type Changed = Parameters<Words['tags']['changedYou']>[0]
const namedTags = (names: readonly string[]) => `टैग ${listed.format(names.map((name) => `“${isolate(name)}”`))}`
const what = ({ added, removed }: Changed) =>
  [
    added.length > 0 && `${namedTags(added)} ${added.length === 1 ? 'जोड़ा' : 'जोड़े'}`,
    removed.length > 0 && `${namedTags(removed)} ${removed.length === 1 ? 'हटाया' : 'हटाए'}`,
  ]
    .filter(Boolean)
    .join(' और ')

export const tags: Words['tags'] = {
  ofChat: 'इस चैट के टैग',
  set: 'टैग',
  more: (n) => `+${n}`,
  moreLabel: (n) => `${n} और`,
  changed: (name, changed) => `${isolate(name)} ने ${what(changed)}`,
  changedYou: (changed) => `आपने ${what(changed)}`,
}
