import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOLD, ofPage, withKeysOf } from './sdp.ts'

const PAGE = [
  ...[
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 8 0 126',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:126 telephone-event/8000',
  ],
  ...['a=fmtp:126 0-15', ''],
].join('\r\n')

test('a browser’s description has the payload type that the telephone has for keys', () => {
  const changed = withKeysOf(PAGE, HOLD)
  assert.match(changed, /^m=audio 9 UDP\/TLS\/RTP\/SAVPF 111 8 0 101\r?$/m)
  assert.match(changed, /^a=rtpmap:101 telephone-event\/8000\r?$/m)
  assert.match(changed, /^a=fmtp:101 0-15\r?$/m)
  assert.equal(changed.includes('126'), false)
})

test('a description stays as it is where the type is the same, is taken, or the other side takes no keys', () => {
  assert.equal(withKeysOf(HOLD, HOLD), HOLD)
  const taken = PAGE.replace('a=rtpmap:111 opus', 'a=rtpmap:101 opus')
  assert.equal(withKeysOf(taken, HOLD), taken)
  assert.equal(withKeysOf(PAGE, 'v=0'), PAGE)
})

const ANSWER = [
  ...['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=audio 53 UDP/TLS/RTP/SAVPF 111', 'c=IN IP4 203.0.113.9'],
  ...['a=rtcp:54 IN IP4 203.0.113.9', 'a=candidate:1 1 udp 2122 10.0.0.5 53 typ host', 'a=ice-ufrag:abcd'],
  ...['a=ice-pwd:0123456789012345678901', 'a=fingerprint:sha-256 AA:BB', 'a=setup:active', 'a=rtcp-mux', ''],
].join('\r\n')

test('T13 of what a visitor’s page answers, no address and no port comes to the media engine', () => {
  const sdp = ofPage(ANSWER) ?? ''
  assert.match(sdp, /^m=audio 9 UDP\/TLS\/RTP\/SAVPF 111\r$/m)
  assert.match(sdp, /^c=IN IP4 0\.0\.0\.0\r$/m)
  assert.doesNotMatch(sdp, /203\.0\.113|10\.0\.0\.5|a=rtcp:|candidate/)
  for (const line of ['a=ice-ufrag:abcd', 'a=fingerprint:sha-256 AA:BB', 'a=rtcp-mux']) assert.ok(sdp.includes(line))
})

test('T13 a description without proof of who it is, with several parts, or in the clear is refused', () => {
  for (const line of ['a=ice-ufrag:abcd', 'a=ice-pwd:0123456789012345678901', 'a=fingerprint:sha-256 AA:BB'])
    assert.equal(ofPage(ANSWER.replace(`${line}\r\n`, '')), undefined, line)
  assert.equal(ofPage(ANSWER.replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP')), undefined)
  assert.equal(ofPage(ANSWER.replace('m=audio 53', 'm=audio 0')), undefined)
  assert.equal(ofPage(`${ANSWER}m=audio 53 RTP/AVP 8\r\n`), undefined)
  assert.equal(ofPage(''), undefined)
})
