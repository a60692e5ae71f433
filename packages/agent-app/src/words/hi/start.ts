import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('hi')

export const entry: LaterWords['start']['entry'] = {
  invitation: 'अपने सहकर्मियों से जुड़ें',
  invitedTo: (by, company) =>
    company === ''
      ? `${isolate(by)} आपको चैट का जवाब देने के लिए बुला रहे हैं।`
      : `${isolate(by)} आपको ${isolate(company)} की चैट का जवाब देने के लिए बुला रहे हैं।`,
  email: 'ईमेल',
  emailHelp: 'आप इस पते से साइन इन करेंगे।',
  name: 'आपका नाम',
  nameHelp: 'विज़िटर को यह आपके जवाबों के साथ दिखता है।',
  password: 'पासवर्ड',
  passwordHelp: 'कम से कम 10 वर्ण।',
  join: 'शामिल हों',
  newPassword: 'नया पासवर्ड सेट करें',
  newPasswordFor: (name, company) =>
    company === '' ? `${isolate(name)} के लिए।` : `${isolate(company)} में ${isolate(name)} के लिए।`,
  newPasswordHelp: 'कम से कम 10 वर्ण। आप बाकी हर जगह से साइन आउट हो जाएंगे और आपके API टोकन खत्म हो जाएंगे।',
  setPassword: 'पासवर्ड सेट करके साइन इन करें',
  ended: 'यह लिंक अब काम नहीं करता',
  endedHelp: 'यह पहले ही इस्तेमाल हो चुका है, रद्द किया गया है या बहुत पुराना है।',
  endedInvitation: 'जिस सहकर्मी ने आपको बुलाया, उनसे नया लिंक मांगें।',
  endedPassword: 'साइन-इन स्क्रीन पर नया लिंक मांगें।',
  toSignIn: 'साइन इन पर जाएं',
  failed: 'लिंक जांचा नहीं जा सका',
  forgotTitle: 'पासवर्ड भूल गए?',
  forgotHelp: 'अपना ईमेल डालें। अगर इस पते वाला कोई एजेंट है, तो हम नया पासवर्ड सेट करने का लिंक भेजेंगे।',
  forgotSend: 'लिंक भेजें',
  forgotSent: (email) =>
    `अगर ${isolate(email)} किसी एजेंट का है, तो लिंक भेज दिया गया है। यह एक घंटे तक, एक बार काम करता है। कुछ मिनट बाद भी ईमेल नहीं मिला? स्पैम फ़ोल्डर देखें और पता जांचें।`,
  forgotNoMail:
    'यह सर्वर ईमेल नहीं भेज सकता। किसी मालिक या एडमिन से कहें: वे “टीम” में आपके लिए नया पासवर्ड सेट करने का लिंक बना सकते हैं।',
  back: 'साइन इन पर वापस',
}

export const invite: LaterWords['start']['invite'] = {
  invite: 'सहकर्मी को बुलाएं',
  title: 'किसी सहकर्मी को बुलाएं',
  help: 'उन्हें एक लिंक मिलेगा, जिससे वे अपना नाम और पासवर्ड सेट करेंगे।',
  email: 'ईमेल',
  role: 'भूमिका',
  channels: 'चैनल',
  channelsHelp: 'सहकर्मी किन चैनलों की चैट का जवाब देंगे। मालिक और एडमिन को सभी चैट दिखती हैं।',
  noChannels: 'अभी कोई चैनल नहीं है। आप सहकर्मी को बाद में असाइन कर सकते हैं।',
  noneChosen: 'बिना चैनल के सहकर्मी को कोई चैट नहीं दिखेगी।',
  departments: 'विभाग',
  make: 'लिंक बनाएं',
  send: 'न्योता भेजें',
  sentTitle: 'न्योता भेजा गया',
  sent: (email) => `${isolate(email)} को लिंक वाला ईमेल मिलेगा। यह 7 दिन तक, एक बार काम करता है।`,
  linkTitle: 'अपने सहकर्मी को यह लिंक दें',
  linkHelp: (email) =>
    `यह सर्वर ईमेल नहीं भेज सकता, इसलिए लिंक ${isolate(email)} को खुद दें। यह 7 दिन तक, एक बार काम करता है और सिर्फ़ अभी दिखाया जा रहा है।`,
  link: 'न्योते का लिंक',
  copy: 'लिंक कॉपी करें',
  done: 'हो गया',
  list: 'न्योते',
  listHelp: 'वे सहकर्मी जो अभी शामिल नहीं हुए हैं।',
  invitedBy: (by, when) => (by === '' ? `${when} तक` : `${isolate(by)} ने बुलाया · ${when} तक`),
  expired: 'समय खत्म',
  assigned: (channels, departments) =>
    [
      channels > 0 && count(channels, { one: 'चैनल', other: 'चैनल' }),
      departments > 0 && count(departments, { one: 'विभाग', other: 'विभाग' }),
    ]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'न्योते लोड नहीं हो सके',
  actions: (email) => `${isolate(email)} के न्योते के लिए कार्रवाइयां`,
  again: 'फिर भेजें',
  newLink: 'नया लिंक',
  revoke: 'रद्द करें',
  revokeTitle: (email) => `${isolate(email)} का न्योता रद्द करें?`,
  revokeHelp: 'इसका लिंक तुरंत काम करना बंद कर देगा।',
  reset: 'पासवर्ड रीसेट लिंक',
  resetTitle: (name) => `${isolate(name)} के लिए नया पासवर्ड?`,
  resetMail: (name) => `${isolate(name)} को नया पासवर्ड सेट करने के लिंक वाला ईमेल मिलेगा। यह एक घंटे तक, एक बार काम करता है।`,
  resetAsk: (name) =>
    `Deskbell नया पासवर्ड सेट करने का लिंक बनाएगा, जिसे आप ${isolate(name)} को देंगे। यह एक घंटे तक, एक बार काम करता है।`,
  resetSend: 'लिंक भेजें',
  resetSent: 'ईमेल भेजा जा रहा है।',
  resetLink: 'नया पासवर्ड सेट करने का लिंक',
  resetShown: 'सिर्फ़ अभी दिखाया जा रहा है। इसे किसी और को न दें।',
}

export const company: LaterWords['start']['company'] = {
  title: 'कंपनी',
  help: 'जहां विजेट का अपना शीर्षक नहीं होता वहां, और ईमेल में, विज़िटर को यह नाम दिखता है।',
  name: 'नाम',
  nameHelp: 'नाम न होने पर विज़िटर को उनकी भाषा में “चैट” दिखता है।',
  timeZone: 'समय क्षेत्र',
  timeZoneHelp: 'ईमेल में दिए समय के लिए। काम के घंटों का समय क्षेत्र हर चैनल में अलग होता है।',
  logoAlt: 'कंपनी का लोगो',
  logoNone: 'कोई लोगो नहीं',
  logoChoose: 'लोगो चुनें',
  logoChange: 'लोगो बदलें',
  logoRemove: 'हटाएं',
  logoHelp: 'विजेट के ऊपरी हिस्से में और न्योते के पेज पर दिखता है। PNG, JPEG, GIF या WebP।',
}

/** Agents who are on no channel receive no chats. */
export const onChannels: LaterWords['start']['onChannels'] = {
  none: 'किसी चैनल पर नहीं: इस एजेंट तक कोई चैट नहीं पहुंचती।',
  title: (name) => `${isolate(name)} के चैनल`,
  legend: 'चैनल',
  help: 'एजेंट को इन चैनलों की चैट मिलती हैं।',
  yours: 'आप अभी किसी चैनल पर नहीं हैं',
  yoursHelp: 'आप तक कोई चैट नहीं पहुंचती। किसी मालिक या एडमिन से आपको चैनल में जोड़ने को कहें।',
  others: (names) => `${names}: किसी चैनल पर नहीं, इसलिए वहां कोई चैट नहीं पहुंचती।`,
  choose: 'चैनल चुनें',
}
