import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'

type Props = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/**
 * A link to a place of the application, which opens without loading the page. Unlike the one of wouter it is not drawn
 * anew when the address changes: the frame of a screen has many, and each new chat is a new address.
 */
export function Link({ href, onClick, ...rest }: Props) {
  const onOwnClick = (event: MouseEvent<HTMLAnchorElement>) => {
    // Ctrl, ⌘ and Shift open another tab or window, and other buttons have menus.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={href} onClick={onOwnClick} {...rest} />
}
