/** Ratings by e-mail, in the settings. Loaded with them. */
export const ratingMail = {
  title: 'Ratings by e-mail',
  help: 'Asks visitors who have left, and whose e-mail address is known, to rate their chat. A person gets at most one such mail in 7 days, and each mail has a link that ends them.',
  off: 'This needs a mail server (SMTP_URL), which isn’t set up.',
  choice: 'Ask for a rating by e-mail',
  never: 'Never',
  after: 'After a chat',
  minutes: 'Minutes after the end of the chat',
  minutesHelp:
    'Visitors who still have the site open are asked there instead. Check first that you may send such mails to your visitors.',
  minutesWrong: 'Enter a whole number from 1 to 1,440.',
}
