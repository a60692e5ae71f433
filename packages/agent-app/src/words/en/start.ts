import { count } from './count.ts'
import { isolate } from '../isolate.ts'

/** The pages of people who do not sign in with a password: an invitation, a new password. */
export const entry = {
  invitation: 'Join your colleagues',
  invitedTo: (by: string, company: string) =>
    `${isolate(by)} invites you to answer ${company === '' ? 'chats' : `the chats of ${isolate(company)}`}.`,
  email: 'E-mail',
  emailHelp: 'You sign in with this address.',
  name: 'Your name',
  nameHelp: 'Visitors see it beside your answers.',
  password: 'Password',
  passwordHelp: 'At least 10 characters.',
  join: 'Join',
  newPassword: 'Set a new password',
  newPasswordFor: (name: string, company: string) =>
    company === '' ? `For ${isolate(name)}.` : `For ${isolate(name)} at ${isolate(company)}.`,
  newPasswordHelp: 'At least 10 characters. You are signed out everywhere else, and your API tokens end.',
  setPassword: 'Set password and sign in',
  ended: 'This link no longer works',
  endedHelp: 'It was used already, was revoked, or is too old.',
  endedInvitation: 'Ask the colleague who invited you for a new one.',
  endedPassword: 'Ask for a new link on the sign-in screen.',
  toSignIn: 'Go to sign-in',
  failed: 'Couldn’t check the link',
  forgotTitle: 'Forgot your password?',
  forgotHelp: 'Enter your e-mail. If there is an agent with this address, we send a link that sets a new password.',
  forgotSend: 'Send link',
  forgotSent: (email: string) =>
    `If ${isolate(email)} belongs to an agent, a link is on its way. It works once, for an hour. No mail after a few minutes? Look in the spam folder, and check the address.`,
  forgotNoMail:
    'This server cannot send mail. Ask an owner or admin: under Team, they can make a link for you that sets a new password.',
  back: 'Back to sign-in',
}

/** Invitations in Team, and links that set passwords. */
export const invite = {
  invite: 'Invite colleague',
  title: 'Invite a colleague',
  help: 'They get a link, with which they set their name and password.',
  email: 'E-mail',
  role: 'Role',
  channels: 'Channels',
  channelsHelp: 'Whose chats the colleague answers. Owners and admins see all chats.',
  noChannels: 'There are no channels yet. You can assign the colleague later.',
  noneChosen: 'Without a channel, the colleague sees no chats.',
  departments: 'Departments',
  make: 'Create link',
  send: 'Send invitation',
  sentTitle: 'Invitation sent',
  sent: (email: string) => `${isolate(email)} gets a mail with a link. It works once, for 7 days.`,
  linkTitle: 'Give your colleague this link',
  linkHelp: (email: string) =>
    `This server cannot send mail, so hand the link to ${isolate(email)} yourself. It works once, for 7 days, and is shown only now.`,
  link: 'Invitation link',
  copy: 'Copy link',
  done: 'Done',
  list: 'Invitations',
  listHelp: 'Colleagues who have not joined yet.',
  invitedBy: (by: string, when: string) => (by === '' ? `Until ${when}` : `Invited by ${isolate(by)} · until ${when}`),
  expired: 'Expired',
  assigned: (channels: number, departments: number) =>
    [
      channels > 0 && count(channels, 'channel', 'channels'),
      departments > 0 && count(departments, 'department', 'departments'),
    ]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'Couldn’t load the invitations',
  actions: (email: string) => `Actions for the invitation of ${isolate(email)}`,
  again: 'Send again',
  newLink: 'New link',
  revoke: 'Revoke',
  revokeTitle: (email: string) => `Revoke the invitation of ${isolate(email)}?`,
  revokeHelp: 'Its link stops working at once.',
  reset: 'Password reset link',
  resetTitle: (name: string) => `New password for ${isolate(name)}?`,
  resetMail: (name: string) =>
    `${isolate(name)} gets a mail with a link that sets a new password. It works once, for an hour.`,
  resetAsk: (name: string) =>
    `Deskbell makes a link that sets a new password, and you give it to ${isolate(name)}. It works once, for an hour.`,
  resetSend: 'Send link',
  resetSent: 'The mail is on its way.',
  resetLink: 'Link that sets a new password',
  resetShown: 'Shown only now. Give it to no other person.',
}

/** The company, in the settings. */
export const company = {
  title: 'Company',
  help: 'Visitors read the name where a widget has no title of its own, and in mails.',
  name: 'Name',
  nameHelp: 'Without a name, visitors read “Chat” in their language.',
  timeZone: 'Time zone',
  timeZoneHelp: 'Of times in mails. Working hours have a zone of their own in each channel.',
  logoAlt: 'Logo of the company',
  logoNone: 'No logo',
  logoChoose: 'Choose a logo',
  logoChange: 'Change logo',
  logoRemove: 'Remove',
  logoHelp: 'In the head of widgets, and on the pages of invitations. PNG, JPEG, GIF or WebP.',
}

/** Agents who are on no channel receive no chats. */
export const onChannels = {
  none: 'On no channel: no chats reach this agent.',
  title: (name: string) => `Channels of ${isolate(name)}`,
  legend: 'Channels',
  help: 'The agent receives the chats of these channels.',
  yours: 'You’re on no channel yet',
  yoursHelp: 'No chats reach you. Ask an owner or admin to add you to a channel.',
  others: (names: string) => `${names}: on no channel, so no chats arrive there.`,
  choose: 'Choose channels',
}
