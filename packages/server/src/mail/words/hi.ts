import type { MailWords } from './mail-words.ts'

/** Hindi. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `विज़िटर ${number}`,
  invitation: {
    subject: (by, company) => `${by} ने आपको ${company} में आमंत्रित किया है`,
    lines: (by, company) => [
      `${by} ने आपको Deskbell में ${company} की चैट के जवाब देने के लिए आमंत्रित किया है।`,
      'अपना नाम और पासवर्ड सेट करने के लिए लिंक खोलें।',
    ],
    open: 'न्योता स्वीकार करें',
  },
  password: {
    subject: (company) => `${company} के लिए नया पासवर्ड सेट करें`,
    asked: (company) => `आपने या किसी और ने ${company} के लिए नया पासवर्ड मांगा है।`,
    made: (by, company) => `${by} ने यह लिंक बनाया है, ताकि आप ${company} के लिए नया पासवर्ड सेट कर सकें।`,
    follow: 'उसे सेट करने के लिए लिंक खोलें। अगर आपने यह नहीं मांगा था, तो इस ईमेल को अनदेखा करें: आपका पासवर्ड नहीं बदलेगा।',
    open: 'नया पासवर्ड सेट करें',
  },
  linkEnds: (until) => `लिंक एक बार इस्तेमाल किया जा सकता है, ${until} तक। इसे आगे न भेजें: इससे लॉग इन किया जा सकता है।`,
  alert: {
    waiting: (who) => `${who} इंतज़ार कर रहे हैं`,
    message: (who) => `${who} ने आपको लिखा`,
    handed: 'एक चैट आपको सौंपी गई',
    woken: 'स्नूज़ की गई एक चैट वापस आई',
    mention: 'एक सहकर्मी ने आपका उल्लेख किया',
    inChannel: (subject, channel) => `${subject} (${channel})।`,
    why: 'आपके किसी डिवाइस ने अलर्ट समय पर नहीं दिखाया। अलर्ट कैसे मिलें, यह आप अपनी सेटिंग में बदल सकते हैं।',
    open: 'चैट खोलें',
  },
  webhook: {
    disabled: (name) => `वेबहुक “${name}” बंद कर दिया गया`,
    failing: (name) => `वेबहुक “${name}” काम नहीं कर रहा`,
    sentence: (subject) => `${subject}।`,
    why: (reason) => `कारण: ${reason}।`,
    disabledHelp: 'जब तक कोई मालिक या एडमिन इसे चालू नहीं करता, वहां कुछ नहीं भेजा जाएगा। छूटे हुए इवेंट तब 30 दिन तक भेजे जा सकते हैं।',
    failingHelp:
      'Deskbell बढ़ते अंतराल पर फिर कोशिश करता है और पांच दिन बाद वेबहुक बंद कर देता है। छूटे हुए इवेंट 30 दिन तक फिर भेजे जा सकते हैं।',
    open: 'वेबहुक खोलें',
  },
  log: {
    subject: (chat, who) => `${who} के साथ चैट ${chat}`,
    visitor: 'विज़िटर',
    numbered: (who, number) => `${who} (नंबर ${number})`,
    email: 'ईमेल',
    phone: 'फ़ोन',
    about: 'विवरण',
    channel: 'चैनल',
    agents: 'एजेंट',
    began: 'शुरू',
    ended: 'समाप्त',
    rating: 'रेटिंग',
    ratings: { positive: 'अच्छी', negative: 'अच्छी नहीं' },
    blocked: 'ब्लॉक',
    isBlocked: 'हां: यह विज़िटर लिख नहीं सकता',
    open: 'चैट खोलें',
  },
}
