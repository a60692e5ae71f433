// A web shop with its own chat window, using only Deskbell's channel interface. To start it, see README.md.
import { createServer } from 'node:http'
import { openShop } from './shop.ts'

const { CHANNEL_URL, CHANNEL_SECRET, FILES_URL, HOST = '127.0.0.1', PORT = '5000' } = process.env
const shopUrl = process.env['SHOP_URL'] ?? `http://localhost:${PORT}`

if (!CHANNEL_URL) {
  console.error('CHANNEL_URL is not set: the address of a channel, as Deskbell shows it under Channels.')
  process.exit(1)
}

const shop = openShop({
  channelUrl: CHANNEL_URL,
  shopUrl,
  ...(CHANNEL_SECRET && { secret: CHANNEL_SECRET }),
  ...(FILES_URL && { filesUrl: FILES_URL }),
})
createServer(shop.handle).listen(Number(PORT), HOST, () => {
  console.log(`The shop is open:              ${shopUrl}`)
  console.log(`The channel's server URL is:   ${shopUrl}/desk`)
})
