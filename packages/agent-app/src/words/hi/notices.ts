import { isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `विज़िटर ${number}` : 'एक विज़िटर'),
  notice: {
    waiting: (name: string) => ({
      title: `${isolate(name)} इंतज़ार कर रहे हैं`,
      body: 'अभी किसी एजेंट ने जवाब नहीं दिया है।',
    }),
    message: (name: string) => ({ title: `आपके लिए संदेश: ${isolate(name)}`, body: 'जवाब देने के लिए चैट खोलें।' }),
    handed: (name: string) => ({ title: 'एक चैट आपको सौंपी गई', body: `${isolate(name)} के साथ चैट।` }),
    woken: (name: string) => ({ title: 'स्नूज़ की गई एक चैट वापस आई', body: `${isolate(name)} के साथ चैट।` }),
    offered: (name: string) => ({ title: 'आपको एक चैट दी जा रही है', body: `${isolate(name)} के साथ चैट।` }),
    asked: (name: string) => ({ title: 'आपसे एक चैट में लिखने को कहा गया है', body: `${isolate(name)} के साथ चैट।` }),
    returned: (name: string) => ({ title: 'एक चैट आपके पास ही है', body: `${isolate(name)} के साथ चैट।` }),
    unattended: (name: string) => ({
      title: 'एक चैट बिना देखरेख है',
      body: `कोई ऑनलाइन व्यक्ति ${isolate(name)} को जवाब नहीं दे सकता।`,
    }),
    mention: (name: string) => ({
      title: 'एक सहकर्मी ने आपका ज़िक्र किया',
      body: `${isolate(name)} के साथ चैट में।`,
    }),
    task: (name: string, text: string) => ({ title: `कार्य का समय: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({ title: `आपके लिए कार्य: ${isolate(name)}`, body: isolate(text) }),
    call: (name: string, text: string) => ({ title: `${isolate(name)} की कॉल आ रही है`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({ title: `${isolate(name)} कॉल चाहते हैं`, body: `${isolate(text)} ·` }),
    call_over: () => ({ title: 'कॉल अब नहीं बज रही', body: '' }),
    missed_call: (name: string) => ({ title: `${isolate(name)} की कॉल छूट गई`, body: 'किसी एजेंट ने नहीं उठाई।' }),
    test: () => ({ title: 'अलर्ट इस डिवाइस तक पहुंचते हैं', body: 'यह एक टेस्ट था।' }),
  },
}
