import { channelIcon } from '../channels/icons.ts'
import type { KindView } from '../channels/kind-view.ts'
import { Notes } from '../channels/notes.tsx'
import { SourceLog } from '../deliveries/source-log.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'
import { isTelegram } from './channel.ts'
import { SettingsPart } from './settings-part.tsx'
import { TokenField } from './token-field.tsx'

const w = words.channels
const TOKEN = '/telegram/token'

/** A bot on Telegram. */
export const telegramKind: KindView = {
  icon: channelIcon('telegram'),
  name: w.kinds.telegram,
  help: w.kindsHelp.telegram,
  asks: {
    Fields: ({ problemAt }) => <TokenField name="token" label={words.telegram.token} problem={problemAt(TOKEN)} />,
    pointers: [TOKEN],
    toRequest: (form) => ({ telegram: { token: formValue(form, 'token') } }),
  },
  tabs: [
    {
      path: 'settings',
      name: w.tabs.settings,
      Content: ({ channel, mayChange }) =>
        isTelegram(channel) && <SettingsPart channel={channel} mayChange={mayChange} />,
    },
    {
      path: 'deliveries',
      name: w.tabs.deliveries,
      Content: ({ channel }) => (
        <SourceLog source={{ of: 'channels', id: channel.id }} help={words.telegram.deliveriesHelp} />
      ),
      isLog: true,
    },
    {
      path: 'notes',
      name: w.tabs.notes,
      Content: ({ channel }) => <Notes channel={channel.id} emptyHelp={words.telegram.notesHelp} />,
      isLog: true,
    },
  ],
  status: {
    help: { 0: words.telegram.offline, 1: words.telegram.online },
    disabled: w.paused,
    beside: () => null,
  },
}
