// Messages as DOM nodes. No text is ever parsed as HTML.

/** h('p', { className: 'a' }, 'text', node): an element with properties and children. */
export function h(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

let clock
const time = (at) => (clock ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)

/** One message: author, content, time. `follows`: the previous message has the same author. */
export function drawMessage(message, { follows, onAgain }) {
  const mine = message.from === 'visitor'
  const node = h('div', { className: `message ${message.from}${follows ? ' follows' : ''}` })
  if (!mine) node.append(drawFace(message))
  const said = h('span', { className: mine || follows ? 'unseen' : 'who' }, mine ? 'You: ' : message.name)
  const bubble = h('div', { className: 'bubble', dir: 'auto' })
  if (message.file) bubble.append(drawFile(message.file))
  if (message.place) bubble.append(drawPlace(message.place))
  if (message.text) bubble.append(h('p', {}, ...withLinks(message.text)))
  node.append(said, bubble, h('p', { className: 'state' }))
  drawState(node, message, onAgain)
  return node
}

/** The line under a message. Only this changes later, so that screen readers announce a message once. */
export function drawState(node, { id, at, state, problem }, onAgain) {
  const line = node.querySelector('.state')
  node.classList.toggle('failed', state === 'failed')
  if (state === 'sending') return line.replaceChildren('Sending…')
  if (state !== 'failed') return line.replaceChildren(h('time', { dateTime: new Date(at).toISOString() }, time(at)))
  const again = h('button', { type: 'button', onclick: () => onAgain(id) }, 'Send again')
  line.replaceChildren(`Not sent. ${problem} `, again)
}

function drawFace({ name, photo }) {
  if (photo) return h('img', { className: 'face', src: photo, alt: '' })
  return h('span', { className: 'face', ariaHidden: 'true' }, name.trim().charAt(0).toUpperCase())
}

function drawFile({ kind, url, name, size }) {
  if (kind === 'photo' || kind === 'sticker')
    return link(url, h('img', { src: url, alt: kind === 'photo' ? `Picture: ${name}` : name }))
  if (kind === 'video')
    return h('video', { src: url, controls: true, preload: 'metadata', ariaLabel: `Video: ${name}` })
  if (kind === 'audio' || kind === 'voice')
    return h('audio', {
      src: url,
      controls: true,
      preload: 'metadata',
      ariaLabel: kind === 'voice' ? 'Voice message' : `Audio: ${name}`,
    })
  const document = link(url, h('span', {}, name), h('small', {}, size ? toSize(size) : 'File'))
  document.className = 'document'
  return document
}

function drawPlace({ latitude, longitude }) {
  return link(
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
    'Show the place on a map',
  )
}

const link = (href, ...children) => h('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children)

/** Text with its web addresses as links. */
function withLinks(text) {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/i).map((part, i) => (i % 2 ? link(part, part) : part))
}

function toSize(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
