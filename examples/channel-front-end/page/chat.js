// The shop's chat window: opens and closes, shows whether agents are online, and combines its parts.
import { makeComposer } from './compose.js'
import { openLink } from './link.js'
import { makeList } from './list.js'

const $ = (id) => document.getElementById(id)
const launcher = $('launcher')
const chat = $('chat')
const phone = matchMedia('(max-width: 520px)')

let invite = ''
let online
let connected = false
let unread = 0

const link = openLink({
  onMessages: (messages) => list.show(messages),
  onTyping: (typing) => list.showTyping(typing),
  onStatus: (status) => showStatus((online = status.online)),
  onConnected: (now) => showStatus((connected = now)),
})
const list = makeList({
  onAgain: link.again,
  onHeard(messages) {
    $('news').textContent = chat.open ? '' : `New message from ${messages.at(-1).name}`
    showUnread(chat.open ? 0 : unread + messages.length)
  },
})
const composer = makeComposer({
  link,
  show: (message) => list.show([message]),
  // A12: the invitation text is the shop's choice. The agent sees it beside the message and knows the topic.
  about: () => ({ page: location.href, invite }),
})

launcher.onclick = open
$('close').onclick = () => chat.close()
// A non-modal dialog does not close by itself.
chat.onkeydown = ({ key }) => {
  if (key === 'Escape') chat.close()
}
chat.onclose = () => {
  document.body.classList.remove('chatting')
  launcher.setAttribute('aria-expanded', 'false')
  launcher.focus()
}
for (const button of document.querySelectorAll('[data-ask]')) {
  button.onclick = () => {
    invite = `What would you like to know about ${button.dataset.ask}?`
    $('greeting').textContent = invite
    open()
  }
}

function open() {
  // On a phone the window covers the page, so the page behind it must not be reachable.
  if (!chat.open && phone.matches) chat.showModal()
  if (!chat.open) chat.show()
  document.body.classList.add('chatting')
  launcher.setAttribute('aria-expanded', 'true')
  showUnread(0)
  list.scrollDown()
  composer.focus()
}

function showUnread(now) {
  unread = now
  $('unread').textContent = unread ? `${unread} new` : ''
}

/** A4: whether agents are online. Messages are accepted in either case. */
function showStatus() {
  const words = !connected || online === undefined ? 'Connecting…' : online ? 'We are here' : 'We are offline'
  if ($('status').textContent !== words) $('status').textContent = words
  document.body.classList.toggle('online', connected && online === true)
  $('away').hidden = online !== false
}
