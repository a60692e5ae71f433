import { channelIcon } from '../channels/icons.ts'
import type { KindView } from '../channels/kind-view.ts'
import { Notes } from '../channels/notes.tsx'
import { SourceLog } from '../deliveries/source-log.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'
import { NewServerField } from './new-server-field.tsx'
import { SettingsPart } from './settings-part.tsx'

const w = words.channels

/** A front end of the integrator. */
export const apiKind: KindView = {
  icon: channelIcon('api'),
  name: w.kinds.api,
  help: w.kindsHelp.api,
  asks: {
    Fields: NewServerField,
    pointers: ['/serverUrl'],
    toRequest(form) {
      const serverUrl = formValue(form, 'serverUrl')
      return serverUrl === '' ? {} : { serverUrl }
    },
  },
  tabs: [
    { path: 'settings', name: w.tabs.settings, Content: SettingsPart },
    {
      path: 'deliveries',
      name: w.tabs.deliveries,
      Content: ({ channel }) => <SourceLog source={{ of: 'channels', id: channel.id }} help={w.deliveriesHelp} />,
      isLog: true,
    },
    {
      path: 'notes',
      name: w.tabs.notes,
      Content: ({ channel }) => <Notes channel={channel.id} emptyHelp={w.notes.emptyHelp} />,
      isLog: true,
    },
  ],
  status: {
    help: { 0: w.offlineHelp, 1: w.onlineHelp },
    disabled: w.paused,
    // Agents without the channel's secrets get neither its address nor its server: whether there is one is not known here.
    beside: ({ address, serverUrl }) => (address !== null && serverUrl === null ? w.noServer : null),
  },
}
