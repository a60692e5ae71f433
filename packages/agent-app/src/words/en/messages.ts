/** What an agent can do with one message. */
export const messages = {
  menu: 'Actions for this message',
  copyText: 'Copy text',
  copyLink: 'Copy link to the message',
  quote: 'Quote in the answer',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying.',
}
