import {
  AlertConfirmation,
  AlertDevice,
  AlertDeviceBody,
  AlertLog,
  Alerts,
  AlertSettings,
  AlertTest,
} from '../alerts.ts'
import { AlertDevicePath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Alerts'

/** How the signed-in agent is alerted, on which devices, and what became of the last alerts. */
export const ALERT_ROUTES = {
  readAlerts: route({
    method: 'GET',
    path: '/me/alerts',
    tag,
    summary: 'Read how and where you are alerted',
    may: 'signed-in',
    answers: { 200: Alerts },
  }),
  changeAlerts: route({
    method: 'PUT',
    path: '/me/alerts',
    tag,
    summary: 'Change how you are alerted',
    may: 'self.change',
    body: AlertSettings,
    answers: { 200: Alerts },
  }),
  listAlerts: route({
    method: 'GET',
    path: '/me/alerts/log',
    tag,
    summary: 'List your last alerts',
    description: 'The last 50, newest first, with the time at which each was sent, accepted, shown and opened.',
    may: 'signed-in',
    answers: { 200: AlertLog },
  }),
  putAlertDevice: route({
    method: 'PUT',
    path: '/me/alerts/devices',
    tag,
    summary: 'Report a browser in which you are alerted',
    description: 'The browser is known by its `key`. An agent has at most 20; the one unused for longest gives way.',
    may: 'self.change',
    body: AlertDeviceBody,
    answers: { 200: AlertDevice },
  }),
  removeAlertDevice: route({
    method: 'DELETE',
    path: '/me/alerts/devices/:device',
    tag,
    summary: 'Remove a device',
    may: 'self.change',
    params: AlertDevicePath,
    answers: { 204: null },
  }),
  testAlertDevice: route({
    method: 'POST',
    path: '/me/alerts/devices/:device/test',
    tag,
    summary: 'Send a test alert to a device',
    description: 'The log shows whether it was sent, accepted by the push service, shown and opened.',
    may: 'self.change',
    params: AlertDevicePath,
    answers: { 201: AlertTest },
  }),
}

/** Called by a service worker, whose agent may have signed out meanwhile: the token identifies the alert. */
export const ALERT_CONFIRM_ROUTES = {
  confirmAlert: route({
    method: 'POST',
    path: '/alerts/confirm',
    tag,
    summary: 'Confirm that an alert was shown or opened',
    description: 'Each step counts once. An unknown token has no effect.',
    may: 'open',
    body: AlertConfirmation,
    answers: { 204: null },
  }),
}
