/** Words of screens that are not in the first load: only what loads with them imports this. */
export { alerts as alertWords } from './en-alerts.ts'
