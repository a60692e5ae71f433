import { useEffect } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { words } from '../words/index.ts'

const SIZE = 64

/** Draws the icon with a number; the content security policy allows no other source of pictures. */
async function draw(unread: number): Promise<string> {
  const icon = new Image()
  icon.src = '/icon.svg'
  await icon.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (!pen) return '/icon.svg'
  pen.drawImage(icon, 0, 0, SIZE, SIZE)
  pen.fillStyle = '#d92d20'
  pen.beginPath()
  pen.arc(SIZE - 19, 19, 19, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = 'bold 26px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(unread > 9 ? '9+' : String(unread), SIZE - 19, 21)
  return canvas.toDataURL('image/png')
}

/** Shows the number of unread messages in the window's title and icon. */
export function Badge() {
  const { live } = useSession()
  const unread = useCell(live.unread)
  const { account } = useCell(live.me)
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${account.name} · ${words.app}`
    let current = true
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    const picture = unread > 0 ? draw(unread) : Promise.resolve('/icon.svg')
    picture.then(
      (href) => {
        if (!current || !link) return
        link.type = unread > 0 && href.startsWith('data:') ? 'image/png' : 'image/svg+xml'
        link.href = href
      },
      () => {},
    )
    return () => {
      current = false
    }
  }, [unread, account.name])
  return null
}
