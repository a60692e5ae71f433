import type { Module } from '../module.ts'
import { setupSchemaRoute } from './schema.ts'

/** The JSON Schema of the setup file. */
export const setup: Module = { name: 'setup', routes: setupSchemaRoute }
