import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'

const count = counting('hi')

export const common: Words['common'] = {
  save: 'सहेजें',
  saved: 'सहेजा गया',
  cancel: 'रद्द करें',
  close: 'बंद करें',
  back: 'वापस',
  retry: 'फिर कोशिश करें',
  copy: 'कॉपी करें',
  copied: 'कॉपी हो गया',
  loading: 'लोड हो रहा है',
  remove: 'हटाएं',
  more: 'और लोड करें',
  never: 'कभी नहीं',
  yes: 'हां',
  no: 'नहीं',
  optional: 'वैकल्पिक',
  you: 'आप',
  skip: 'मुख्य सामग्री पर जाएं',
}

export const problem: Words['problem'] = {
  unreachable: 'Deskbell से संपर्क नहीं हो पा रहा। अपना कनेक्शन जांचें।',
  unknown: 'कुछ गड़बड़ हो गई। फिर कोशिश करें।',
  status: (status) =>
    status >= 500
      ? `सर्वर पर कुछ गड़बड़ हो गई (${status})। थोड़ी देर में फिर कोशिश करें।`
      : `यह नहीं हो सका (${status})। पेज दोबारा लोड करके फिर कोशिश करें।`,
  crashed: 'इस स्क्रीन पर कुछ गड़बड़ हो गई',
  crashedHelp: 'आपके संदेश और ड्राफ़्ट सहेजे हुए हैं। जारी रखने के लिए पेज दोबारा लोड करें।',
  reload: 'दोबारा लोड करें',
  forbidden: 'आपके पास ऐक्सेस नहीं है',
  forbiddenHelp: 'ऐक्सेस के लिए किसी मालिक या एडमिन से कहें।',
  missing: 'इस पते पर कोई पेज नहीं है',
  missingHelp: 'हो सकता है कि पता पुराना हो या वह चीज़ हटा दी गई हो।',
  toInbox: 'इनबॉक्स पर जाएं',
  offline: 'आप ऑफ़लाइन हैं',
  offlineHelp: 'इस स्क्रीन के लिए कनेक्शन चाहिए। आपके ऑनलाइन होते ही यह लोड हो जाएगी।',
  old: 'नया वर्शन उपलब्ध है। जारी रखने के लिए दोबारा लोड करें।',
}

export const signIn: Words['signIn'] = {
  title: 'साइन इन',
  email: 'ईमेल',
  password: 'पासवर्ड',
  submit: 'साइन इन करें',
  busy: 'साइन इन हो रहा है…',
  wait: (time) => `बहुत ज़्यादा कोशिशें हो गईं। ${time} बाद फिर कोशिश करें।`,
  ended: 'आप साइन आउट हो गए थे। जहां थे वहीं से जारी रखने के लिए साइन इन करें।',
  show: 'पासवर्ड दिखाएं',
  hide: 'पासवर्ड छिपाएं',
  forgot: 'पासवर्ड भूल गए?',
  first: 'पहली बार? सर्वर ने शुरू होते समय मालिक की साइन-इन जानकारी दिखाई थी।',
}

export const nav: Words['nav'] = {
  label: 'मुख्य',
  inbox: 'इनबॉक्स',
  search: 'खोज',
  live: 'लाइव',
  visitors: 'विज़िटर',
  contacts: 'संपर्क',
  tasks: 'कार्य',
  tasksDue: (n) => `जिन कार्यों का समय आ गया: ${n}`,
  calls: 'कॉल',
  callsMissed: (n) => `छूटी हुई कॉल: ${n}`,
  offlineAll: 'ऑफ़लाइन संदेश',
  archive: 'आर्काइव',
  more: 'ज़्यादा',
  me: 'आपकी प्रोफ़ाइल',
  settings: 'सेटिंग',
  menu: 'आपका मेन्यू',
  signOut: 'साइन आउट करें',
  commandMenu: 'कमांड मेन्यू',
  shortcuts: 'कीबोर्ड शॉर्टकट',
  theme: 'रूप-रंग',
  themes: { system: 'सिस्टम', light: 'हल्का', dark: 'गहरा' },
  presence: 'उपलब्धता',
  presences: { online: 'ऑनलाइन', away: 'उपलब्ध नहीं' },
  presenceHelp: { online: 'आपको नई चैट मिलती हैं', away: 'आपको नई चैट नहीं मिलतीं' },
  unsent: 'कुछ संदेश अभी नहीं भेजे गए हैं',
  unsentHelp: (n) =>
    `${count(n, { one: 'संदेश भेजा जाना बाकी है', other: 'संदेश भेजे जाने बाकी हैं' })}। अभी साइन आउट करने पर यह सब खो जाएगा।`,
  signOutAnyway: 'फिर भी साइन आउट करें',
}

export const connection: Words['connection'] = {
  connecting: 'कनेक्ट हो रहा है…',
  lost: 'फिर से कनेक्ट हो रहा है…',
  lostHelp: 'आपके लिखे संदेश कनेक्शन वापस आने पर भेजे जाएंगे।',
  offline: 'आप ऑफ़लाइन हैं',
  offlineHelp: 'आपके लिखे संदेश आपके ऑनलाइन होने पर भेजे जाएंगे।',
  retry: 'अभी कोशिश करें',
  back: 'फिर से कनेक्ट हो गया',
}

export const announce: Words['announce'] = {
  message: (name) => `${isolate(name)} का नया संदेश`,
  messages: (n, chats) =>
    `${count(chats, { one: 'चैट', other: 'चैट' })} में ${count(n, { one: 'नया संदेश', other: 'नए संदेश' })}`,
  waiting: (name) => `${isolate(name)} एजेंट का इंतज़ार कर रहे हैं`,
  waitingMany: (chats) => count(chats, { one: 'विज़िटर एजेंट का इंतज़ार कर रहा है', other: 'विज़िटर एजेंट का इंतज़ार कर रहे हैं' }),
  failure: (name) => `${isolate(name)} को भेजा गया एक संदेश डिलीवर नहीं हुआ`,
}

export const exchange: Words['exchange'] = {
  request: 'अनुरोध',
  response: 'रिस्पॉन्स',
  none: 'कोई रिस्पॉन्स नहीं।',
  headers: 'हेडर',
  body: 'बॉडी',
  emptyBody: 'खाली',
  took: (ms) => `${ms} मि.से.`,
  status: (status) => (status === null ? 'कोई रिस्पॉन्स नहीं' : String(status)),
}
