import { useQuery } from '@tanstack/react-query'
import { useEffect, memo } from 'react'
import { alertsQuery } from '../alerts/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { words } from '../words/index.ts'

const SIZE = 64
const PLAIN = '/icon.svg'

/** The number on the icon, which has room for one digit. */
const onIcon = (unread: number): string => (unread > 9 ? '9+' : unread > 0 ? String(unread) : '')

/** Draws the icon with a number; the content security policy allows no other source of pictures. */
async function draw(label: string): Promise<string> {
  const icon = new Image()
  icon.src = PLAIN
  await icon.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (!pen) return PLAIN
  pen.drawImage(icon, 0, 0, SIZE, SIZE)
  pen.fillStyle = '#d92d20'
  pen.beginPath()
  pen.arc(SIZE - 19, 19, 19, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = 'bold 26px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(label, SIZE - 19, 21)
  return canvas.toDataURL('image/png')
}

/** Each picture is drawn once: there are ten. */
const drawn = new Map<string, Promise<string>>()

function pictureOf(label: string): Promise<string> {
  if (label === '') return Promise.resolve(PLAIN)
  const known = drawn.get(label) ?? draw(label)
  drawn.set(label, known)
  known.catch(() => drawn.delete(label))
  return known
}

/** Shows the number of unread messages in the window's title and icon, and on the icon of the installed application. */
export const Badge = memo(function Badge() {
  const { live } = useSession()
  const unread = useCell(live.unread)
  const { account } = useCell(live.me)
  const { data: alerts } = useQuery(alertsQuery)
  const shown = alerts?.settings.badge === false ? 0 : unread
  const title = useCell(live.title)
  useEffect(() => {
    document.title =
      title ?? `${shown > 0 ? `(${shown}) ` : ''}${account.name === '' ? '' : `${account.name} · `}${words.app}`
    // Browsers that show no number may refuse it.
    const badged = shown > 0 ? navigator.setAppBadge?.(shown) : navigator.clearAppBadge?.()
    badged?.catch(() => {})
  }, [shown, account.name, title])
  const label = onIcon(shown)
  useEffect(() => {
    let isCurrent = true
    pictureOf(label).then(
      (href) => {
        const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
        if (!isCurrent || !link) return
        link.type = href === PLAIN ? 'image/svg+xml' : 'image/png'
        link.href = href
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [label])
  return null
})
