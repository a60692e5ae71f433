// Runs in the page: what `keyboard-reach.ts` asks of it.
globalThis.keyboardReach = (() => {
  const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'
  let stops = []

  /** What of the element, and of what is around it, shows a focus. */
  const drawnOf = (element) => {
    const drawn = []
    for (let one = element, up = 0; one && up < 7; one = one.parentElement, up++)
      for (const pseudo of [undefined, '::before', '::after']) {
        const style = getComputedStyle(one, pseudo)
        const outline =
          style.outlineStyle === 'none' ? '' : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`
        drawn.push(outline, style.boxShadow, style.borderColor, style.backgroundColor, style.translate)
      }
    return drawn.join('|')
  }
  const isStop = (element) =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled, input[type=radio]:not(:checked)') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]')
  const nameOf = ({ element }) =>
    `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`
  /** Its name, and its place among all elements: several may have one name. */
  const placeOf = (element) => `${nameOf({ element })} (${[...document.querySelectorAll('*')].indexOf(element)})`

  return {
    focused: () => placeOf(document.activeElement),
    /** The items of open menus that can be chosen. */
    items: () =>
      [...document.querySelectorAll('[role=menu] [role^=menuitem]')]
        .filter((one) => one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true')
        .map(placeOf),
    /** Returns how many stops there are. */
    mark() {
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(still)
      stops = [...document.querySelectorAll(STOPS)].filter(isStop).map((element) => ({ element, withFocus: new Set() }))
      this.look()
      return stops.length
    },
    /** Keeps how the stop with the focus is drawn. A focus that no key gave may not be shown. Returns how many had none. */
    look() {
      const stop = stops.find(({ element }) => element === document.activeElement)
      stop?.withFocus.add(drawnOf(stop.element))
      return stops.filter(({ element, withFocus }) => withFocus.size === 0 && element.isConnected).length
    },
    faults() {
      document.activeElement.blur()
      const shown = stops.filter(({ element }) => element.isConnected && element.checkVisibility())
      return shown.flatMap((stop) =>
        stop.withFocus.size === 0
          ? [`Tab does not reach: ${nameOf(stop)}`]
          : [...stop.withFocus].every((drawn) => drawn === drawnOf(stop.element))
            ? [`the focus is not seen: ${nameOf(stop)}`]
            : [],
      )
    },
  }
})()
