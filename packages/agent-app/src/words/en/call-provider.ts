import { isolate } from '../isolate.ts'

/** The hosted provider of calls. Loaded with the screens of calls to telephones. */
export const callProvider = {
  help: 'A company that carries calls between telephones. It needs no trunk and no rtpengine.',
  failedLoad: 'Couldn’t load the provider',
  noneHelp:
    'Enter your account at Twilio, or at another provider with the same REST interface. The server asks it at once.',
  states: {
    none: 'Not set up',
    asking: 'Is being asked',
    ok: 'Takes calls',
    refused: 'Refused',
    unreachable: 'Not reached',
  },
  says: {
    asking: (host: string) => `The server asks ${isolate(host)}.`,
    ok: (host: string) => `${isolate(host)} accepts the account and its token.`,
    refused: (host: string) => `${isolate(host)} does not accept the account SID or the auth token.`,
    unreachable: (host: string) => `The server gets no answer from ${isolate(host)} that it can use.`,
  },
  said: 'The provider said',
  refusedHelp: 'Compare both with the console of the provider, and save them again. An account may also be suspended.',
  unreachableHelp:
    'Compare the address of the REST interface. A firewall must let the server through. The server asks again every half minute.',
  phones: 'Calls over a provider ring only at agents’ own telephones, not in browsers.',
  phonesHow: (section: string) =>
    `Each agent enters a telephone number with its country in the profile, and chooses under “${section}” that calls ring there.`,
  choose: 'Choose where your calls ring',
  notYours: 'They do not ring at you: you have chosen the browser, or your profile has no number that can be called.',
  incomingHelp: 'Clients call your number at the provider.',
  enterAddress: (number: string) =>
    `Enter this address at the provider for ${isolate(number)}, for calls that come in and for changes of their status, both by HTTP POST.`,
  copy: 'Copy address',
  mustReach:
    'The provider must be able to reach it from the internet. The operator of this server sets it as PUBLIC_URL.',
  noChannel: 'These calls are not answered until a channel is chosen for them.',
  toChannel: 'Choose a channel',
  title: 'Account',
  titleHelp: 'The console of the provider shows all of these.',
  accountSid: 'Account SID',
  accountSidHelp: 'At Twilio it begins with AC.',
  token: 'Auth token',
  tokenHelp: 'Stored encrypted, and never shown again.',
  unchanged: 'stays as it is',
  show: 'Show token',
  hide: 'Hide token',
  number: 'Number',
  numberHelp: 'A number of this account, with its country. Calls come from it, and clients call it.',
  url: 'Address of the REST interface',
  urlHelp: 'Only if it is not Twilio’s.',
  setUp: 'Set up provider',
  remove: 'Remove provider',
  removeHelp:
    'Calls to telephones are not possible until there is another provider or a trunk. Remove the address of this server at the provider, too.',
  removeAsk: 'Remove the provider?',
  hasTrunk: (host: string) => `Calls go over the trunk ${isolate(host)}`,
  hasTrunkHelp: 'An account has a trunk or a provider. To use a provider, remove the trunk first. Then come back here.',
  hasProvider: (host: string) => `Calls go over the provider ${isolate(host)}`,
  hasProviderHelp:
    'An account has a trunk or a provider. To use a trunk, remove the provider first. Then come back here.',
}
