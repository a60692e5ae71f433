import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { HEALTH_PATHS, healthRoutes } from './routes.ts'

/** The checks that a load balancer asks for. */
export function health({ db, clock, writes, files }: Pick<Services, 'db' | 'clock' | 'writes' | 'files'>): Module {
  return {
    name: 'health',
    onEveryHost: HEALTH_PATHS,
    routes: (app, { draining }) => healthRoutes(app, { db, clock, writes, disk: files.disk, draining }),
  }
}
