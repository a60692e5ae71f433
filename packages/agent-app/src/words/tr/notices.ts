import type { Notices } from '../en/notices.ts'
import { isolate } from '../isolate.ts'

/** What the service worker shows. It loads only this file. */
export const notices: Notices = {
  numbered: (number) => (number ? `Ziyaretçi ${number}` : 'Bir ziyaretçi'),
  notice: {
    waiting: (name) => ({ title: `${isolate(name)} bekliyor`, body: 'Henüz hiçbir temsilci yanıt vermedi.' }),
    message: (name) => ({ title: `${isolate(name)} size yazdı`, body: 'Yanıtlamak için sohbeti açın.' }),
    handed: (name) => ({ title: 'Size bir sohbet devredildi', body: `Sohbet: ${isolate(name)}.` }),
    woken: (name) => ({ title: 'Ertelenen bir sohbet geri döndü', body: `Sohbet: ${isolate(name)}.` }),
    offered: (name) => ({ title: 'Size bir sohbet öneriliyor', body: `Sohbet: ${isolate(name)}.` }),
    asked: (name) => ({ title: 'Bir sohbete katılmanız isteniyor', body: `Sohbet: ${isolate(name)}.` }),
    returned: (name) => ({ title: 'Bir sohbet sizde kaldı', body: `Sohbet: ${isolate(name)}.` }),
    unattended: (name) => ({ title: 'Bir sohbet sahipsiz', body: `Çevrimiçi kimse yanıtlayamıyor: ${isolate(name)}.` }),
    mention: (name) => ({ title: 'Bir iş arkadaşınız sizden bahsetti', body: `Sohbet: ${isolate(name)}.` }),
    task: (name, text) => ({ title: `Görev zamanı: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name, text) => ({ title: `Size bir görev: ${isolate(name)}`, body: isolate(text) }),
    call: (name, text) => ({ title: `${isolate(name)} arıyor`, body: `${isolate(text)} ·` }),
    callback: (name, text) => ({ title: `${isolate(name)} aranmak istiyor`, body: `${isolate(text)} ·` }),
    call_over: () => ({ title: 'Arama artık çalmıyor', body: '' }),
    missed_call: (name) => ({ title: `Cevapsız arama: ${isolate(name)}`, body: 'Hiçbir temsilci yanıtlamadı.' }),
    test: () => ({ title: 'Bildirimler bu cihaza ulaşıyor', body: 'Bu bir denemeydi.' }),
  },
}
