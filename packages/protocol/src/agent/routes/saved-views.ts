import { NewSavedView, SavedView, SavedViewChange, SavedViewOrder, SavedViews } from '../saved-view.ts'
import { SavedViewPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Saved views'

/** Lists of the inbox with conditions, under a name: shared ones, and each agent's own. */
export const SAVED_VIEW_ROUTES = {
  listSavedViews: route({
    method: 'GET',
    path: '/views',
    tag,
    summary: 'List saved views',
    description: 'The shared ones and your own, in your order.',
    may: 'view.see',
    answers: { 200: SavedViews },
  }),
  addSavedView: route({
    method: 'POST',
    path: '/views',
    tag,
    summary: 'Save a view',
    description: 'One of your own, or, for owners and admins, a shared one. At most 50 of each.',
    may: 'view.own',
    body: NewSavedView,
    answers: { 201: SavedView },
  }),
  orderSavedViews: route({
    method: 'PUT',
    path: '/views/order',
    tag,
    summary: 'Order the saved views',
    description: 'The order is yours alone.',
    may: 'view.own',
    body: SavedViewOrder,
    answers: { 200: SavedViews },
  }),
  changeSavedView: route({
    method: 'PATCH',
    path: '/views/:saved',
    tag,
    summary: 'Change a saved view',
    description: 'Fields that are left out stay unchanged. Owners and admins change shared ones.',
    may: 'view.own',
    params: SavedViewPath,
    body: SavedViewChange,
    answers: { 200: SavedView },
  }),
  removeSavedView: route({
    method: 'DELETE',
    path: '/views/:saved',
    tag,
    summary: 'Delete a saved view',
    may: 'view.own',
    params: SavedViewPath,
    answers: { 204: null },
  }),
}
