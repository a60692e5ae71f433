import type { LaterWords } from '../part.ts'

export const messages: LaterWords['messages'] = {
  menu: 'इस संदेश के लिए कार्रवाइयां',
  copyText: 'टेक्स्ट कॉपी करें',
  copyLink: 'संदेश का लिंक कॉपी करें',
  quote: 'जवाब में उद्धृत करें',
  copied: 'कॉपी हो गया',
  notCopied: 'ब्राउज़र ने कॉपी करने की अनुमति नहीं दी।',
}
