// A bot that answers with a language model and calls an agent when needed. To start it, see README.md.
import { createServer } from 'node:http'
import { openBot } from './bot.ts'
import { readConfig, type Config } from './config.ts'

let config: Config
try {
  config = readConfig(process.env)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

createServer(openBot(config).handle).listen(config.port, config.host, () => {
  console.log(`The bot's provider URL is:   http://localhost:${config.port}/desk`)
  console.log(`It answers with:             ${config.model.name} at ${config.model.url}`)
})
