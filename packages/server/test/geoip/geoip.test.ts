import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ConfigError } from '../../src/platform/config.ts'
import { toPublicAddress } from '../../src/geoip/address.ts'
import { findOrganisation } from '../../src/geoip/organisations.ts'
import { makeGeoip } from '../../src/geoip/geoip.ts'
import { checkTable } from '../../src/geoip/table.ts'
import { toMmdb } from './mmdb.ts'

const MAXMIND = {
  city: { geoname_id: 2643743, names: { de: 'London', en: 'London' } },
  country: { iso_code: 'GB', names: { en: 'United Kingdom' } },
  location: { latitude: 51.5142, longitude: -0.0931 },
  subdivisions: [
    { iso_code: 'ENG', names: { en: 'England' } },
    { iso_code: 'WSM', names: { en: 'Westminster' } },
  ],
}
const FLAT = {
  city: 'Mannheim',
  country_code: 'DE',
  latitude: 49.487499237060547,
  longitude: 8.4660396575927734,
  postcode: '',
  state1: 'Baden-Württemberg',
  state2: '',
  timezone: '',
}
const NOWHERE: readonly string[] = [
  '127.0.0.1',
  '10.1.2.3',
  '192.168.7.7',
  '172.20.0.1',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd00::7',
  '::ffff:10.1.2.3',
  '',
  'no address',
  '1.2.3',
]

suite('the location of an address', () => {
  let folder: string
  let read: string[]
  let warned: string[]
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-places-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  function write(name: string, bytes: Buffer | string): string {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }

  /** GeoIP with the operator's file, or without one. */
  function open(file?: string) {
    read = []
    warned = []
    return makeGeoip({
      ...(file !== undefined && { file }),
      log: { warn: (...said: unknown[]) => void warned.push(String(said.at(-1))) },
      read(path) {
        read.push(path)
        return readFile(path)
      },
    })
  }

  test('W17 a private, a local and an absent address have no location, and no table is read for them', async () => {
    const places = open()
    for (const address of NOWHERE) assert.deepEqual(await places.find(address), {}, address)
    assert.deepEqual(read, [])
  })

  test('W17 the bundled tables give country, region, city, and the organization of the network', async () => {
    const places = open()
    const { place, placeFrom } = await places.find('8.8.8.8')
    assert.equal(placeFrom, 'db-ip')
    const { country_code, country, region, city, organization, latitude = '', longitude = '' } = place ?? {}
    assert.deepEqual(
      { country_code, country, region, city, organization },
      {
        country_code: 'US',
        country: 'United States',
        region: 'California',
        city: 'Mountain View',
        organization: 'Google LLC',
      },
    )
    assert.match(`${latitude} ${longitude}`, /^37\.\d{1,4} -122\.\d{1,4}$/)
    assert.equal(place && 'region_code' in place, false)
    assert.deepEqual(
      read.map((path) => /ipv[46]/.exec(path)?.[0]),
      ['ipv4', 'ipv4'],
    )
  })

  test('W17 each table is read once, and that of IPv6 with the first such visitor', async () => {
    const places = open()
    const all = await Promise.all(['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8'].map((address) => places.find(address)))
    assert.deepEqual(all[2], all[0])
    assert.equal(read.length, 2)
    const { place } = await places.find('2001:4860:4860::8888')
    assert.equal(place?.organization, 'Google LLC')
    assert.ok(place?.country)
    assert.equal(read.length, 4)
  })

  test('W17 the operator’s own file takes precedence, in the format of MaxMind', async () => {
    const file = write('maxmind.mmdb', toMmdb({ '8.8.8.0/24': MAXMIND, '2001:4860::/32': MAXMIND }))
    const places = open(file)
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888'])
      assert.deepEqual(await places.find(address), {
        place: {
          country_code: 'GB',
          country: 'United Kingdom',
          region_code: 'ENG',
          region: 'England',
          city: 'London',
          latitude: '51.5142',
          longitude: '-0.0931',
          organization: 'Google LLC',
        },
      })
    assert.equal(read.filter((path) => path === file).length, 1)
    assert.ok(!read.some((path) => path.includes('city')))
  })

  test('W17 the operator’s own file takes precedence, in the flat format of DB-IP, and gives no IPv6 location where it has none', async () => {
    const places = open(write('flat.mmdb', toMmdb({ '8.0.0.0/8': FLAT }, { ipVersion: 4 })))
    assert.deepEqual(await places.find('8.8.8.8'), {
      place: {
        country_code: 'DE',
        country: 'Germany',
        region: 'Baden-Württemberg',
        city: 'Mannheim',
        latitude: '49.4875',
        longitude: '8.466',
        organization: 'Google LLC',
      },
    })
    assert.deepEqual(await places.find('2001:4860:4860::8888'), { place: { organization: 'Google LLC' } })
    assert.deepEqual(await places.find('9.9.9.9').then(({ place }) => place?.city), undefined)
  })

  test('W17 the organization from the operator’s file takes precedence too; values that are not text are left out', async () => {
    const odd = { city: 7, country: { iso_code: 'XX' }, location: 'here', traits: { organization: 'Ümlaut\u0000 AG' } }
    const places = open(write('odd.mmdb', toMmdb({ '8.8.8.0/24': odd, '9.9.9.0/24': 'text', '7.7.7.0/24': {} })))
    assert.deepEqual(await places.find('8.8.8.8'), { place: { country_code: 'XX', organization: 'Ümlaut AG' } })
    assert.deepEqual(Object.keys((await places.find('9.9.9.9')).place ?? {}), ['organization'])
  })

  test('W17 with a damaged or deleted file only the location is missing', async () => {
    const whole = toMmdb({ '8.8.8.0/24': MAXMIND })
    // The records are overwritten with a type that does not exist; tree and metadata are kept.
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, whole.indexOf('London') - 40, whole.indexOf('London') + 40)
    const places = open(write('damaged.mmdb', damaged))
    assert.deepEqual(await places.find('8.8.8.8'), { place: { organization: 'Google LLC' } })
    await places.find('8.8.8.8')
    assert.equal(warned.length, 1)
    const gone = open(join(folder, 'gone.mmdb'))
    assert.deepEqual(await gone.find('8.8.8.8'), { place: { organization: 'Google LLC' } })
    await gone.find('8.8.8.8')
    assert.equal(warned.length, 1)
  })

  test('W17 an unreadable file of the operator stops the start with a message', async () => {
    await checkTable(write('good.mmdb', toMmdb({ '8.8.8.0/24': MAXMIND })))
    const whole = toMmdb({ '8.8.8.0/24': MAXMIND })
    mkdirSync(join(folder, 'sub'))
    const bad: [string, RegExp][] = [
      [join(folder, 'nowhere.mmdb'), /which does not exist\.$/],
      [join(folder, 'sub'), /which is a folder: name a file in it\.$/],
      [write('empty.mmdb', ''), /which is not an MMDB file/],
      [write('text.mmdb', 'London\n'.repeat(50_000)), /which is not an MMDB file/],
      [write('half.mmdb', whole.subarray(0, whole.length >> 1)), /which is not an MMDB file/],
      [write('short.mmdb', whole.subarray(whole.indexOf('MaxMind.com') - 3)), /which is damaged/],
    ]
    for (const [path, sentence] of bad)
      await assert.rejects(checkTable(path), (error: Error) => {
        assert.ok(error instanceof ConfigError)
        assert.ok(error.message.startsWith(`GEOIP_DB is ${path}, `), error.message)
        assert.match(error.message, sentence)
        return true
      })
  })
})

test('W17 organizations are found in the sorted lines, at each end of each range and not between ranges', () => {
  const table = Buffer.from('10,19,1,First\n20,20,2,"Second, ""Inc."""\n100,199,,Third\n1000,1000,4,\n')
  const found = (decimal: string) => findOrganisation(table, { decimal })
  for (const [decimal, name] of [
    ['10', 'First'],
    ['15', 'First'],
    ['19', 'First'],
    ['20', 'Second, "Inc."'],
    ['100', 'Third'],
    ['199', 'Third'],
  ] as const)
    assert.equal(found(decimal), name, decimal)
  for (const decimal of ['0', '9', '21', '99', '200', '999', '1000', '1001', '99999'])
    assert.equal(found(decimal), undefined, decimal)
  assert.equal(findOrganisation(Buffer.alloc(0), { decimal: '1' }), undefined)
  assert.equal(findOrganisation(Buffer.from('\n\n'), { decimal: '1' }), undefined)
})

test('W17 all notations of an address give the same number', () => {
  assert.deepEqual(toPublicAddress('1.2.3.4'), { text: '1.2.3.4', family: 4, decimal: '16909060' })
  assert.deepEqual(toPublicAddress('::FFFF:1.2.3.4'), toPublicAddress('1.2.3.4'))
  assert.deepEqual(toPublicAddress('2001::1'), undefined)
  assert.equal(toPublicAddress('2a00::1')?.decimal, String(0x2a00n * 2n ** 112n + 1n))
})
