export interface Setting {
  name: string
  /** As the documentation shows it; `none` for a setting without a default. */
  default: string
  meaning: string
  /** An example value, for the example file. */
  example: string
}

/** The settings, in the order in which the documentation shows them. */
export const SETTINGS = [
  { name: 'PORT', default: '4000', meaning: 'the port the server listens on', example: '4000' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'the address the server listens on; `0.0.0.0` for all addresses of the machine',
    example: '127.0.0.1',
  },
  {
    name: 'PUBLIC_URL',
    default: '`http://localhost:PORT`',
    meaning: 'the public address, as agents and integrators type it',
    example: 'https://desk.example.com',
  },
  {
    name: 'FILES_URL',
    default: '`PUBLIC_URL`; with `127.0.0.1` in place of `localhost`',
    meaning:
      "the address under which visitors' files are served; a separate host name for the same server keeps them away from the agents' cookies",
    example: 'https://files.example.com',
  },
  {
    name: 'DATA_DIR',
    default: '`./data`',
    meaning: 'embedded database, files, generated key',
    example: '/var/lib/deskbell',
  },
  {
    name: 'DATABASE_URL',
    default: 'none: embedded',
    meaning: 'a Postgres server',
    example: 'postgres://deskbell@127.0.0.1:5432/deskbell',
  },
  {
    name: 'NATS_URL',
    default: 'none: in process',
    meaning: 'the bus between processes; needs `DATABASE_URL` and `SECRET_KEY`, which the processes share',
    example: 'nats://127.0.0.1:4222',
  },
  {
    name: 'SECRET_KEY',
    default: 'generated at the first start in `DATA_DIR`',
    meaning: 'encrypts stored secrets and signs links; at least 16 characters, better 32 random ones',
    example: 'any long random text',
  },
  {
    name: 'PREVIOUS_SECRET_KEY',
    default: 'none',
    meaning: 'the previous `SECRET_KEY`: at the start, secrets encrypted with it are encrypted again',
    example: 'the previous SECRET_KEY',
  },
  {
    name: 'SMTP_URL',
    default: 'none: mail is logged, not sent',
    meaning:
      'outgoing mail: invitations, new passwords, alerts, transcripts of closed chats, requests for ratings, notices of failing webhooks; `?tls=required` refuses a plain connection',
    example: 'smtps://desk@mail.example.com',
  },
  {
    name: 'MAIL_FROM',
    default: '`desk@` and the host of `PUBLIC_URL`',
    meaning: 'the sender address of outgoing mail',
    example: 'desk@example.com',
  },
  {
    name: 'ALLOW_TARGETS',
    default: 'none',
    meaning:
      'hosts, addresses and CIDR ranges, separated by commas, that outgoing requests may reach although they are private',
    example: '10.1.0.0/16,127.0.0.1:5000',
  },
  {
    name: 'TRUST_PROXY',
    default: 'none',
    meaning: 'addresses and CIDR ranges, separated by commas, of trusted proxies, whose forwarded addresses are used',
    example: '10.0.0.0/8',
  },
  {
    name: 'SOCKETS_PER_ADDRESS',
    default: '500',
    meaning:
      'pages with the widget that one address may have open at a time; further ones are answered 429; `0` disables the limit. Behind a proxy, set `TRUST_PROXY`, or all visitors share the address of the proxy',
    example: '2000',
  },
  {
    name: 'SOCKETS_PER_NETWORK',
    default: '2000',
    meaning: 'the same for a network: the /24 of an IPv4 address, the /64 of an IPv6 address',
    example: '10000',
  },
  {
    name: 'CONNECTIONS_PER_ADDRESS',
    default: '1000',
    meaning:
      'open connections of one address (IPv6: of one /64); proxies in `TRUST_PROXY` are not limited; 0: no limit',
    example: '1000',
  },
  {
    name: 'CONNECTIONS_PER_NETWORK',
    default: '4000',
    meaning: 'open connections of one network (IPv4: /24, IPv6: /64); 0: no limit',
    example: '4000',
  },
  {
    name: 'METRICS_PORT',
    default: 'none',
    meaning: 'Prometheus metrics at `/metrics`, on a port of their own',
    example: '9464',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'none',
    meaning:
      'a receiver of OTLP over HTTP, to which traces are sent: each follows a message from its request to the last delivery',
    example: 'http://127.0.0.1:4318',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: 'none',
    meaning: 'headers for it, as `name=value,other=value`',
    example: 'authorization=Basic%20dXNlcjpwYXNz',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning: 'the share of traces that is sent, from 0 to 1; a request with a `traceparent` says itself',
    example: '0.1',
  },
  {
    name: 'SETUP_FILE',
    default: 'none',
    meaning: 'a JSON file with the configuration, applied at every start',
    example: './desk.json',
  },
  {
    name: 'GEOIP_DB',
    default: 'the bundled data of DB-IP',
    meaning:
      'path of an MMDB file in the format of MaxMind or DB-IP, which says where visitors are; it wins over the bundled data',
    example: '/var/lib/geoip/GeoLite2-City.mmdb',
  },
  {
    name: 'MIN_FREE_DISK',
    default: '`1 GB`',
    meaning: 'files are refused while the disk of `DATA_DIR` has less than this free; `0` disables the check',
    example: '5 GB',
  },
  {
    name: 'LOG_DAYS',
    default: '`30`',
    meaning:
      'how many days the log of deliveries and the events of webhooks are kept, at least 30; events go by whole weeks, up to eight days later',
    example: '90',
  },
  {
    name: 'BACKUP_PASSPHRASE',
    default: 'none: not encrypted',
    meaning: '`npm run backup` encrypts with it, and `npm run restore` reads what was encrypted with it',
    example: 'six words that only you know',
  },
  {
    name: 'FILES_PER_ADDRESS',
    default: '`500 MB`',
    meaning:
      'bytes of files that the visitors behind one address (IPv6: one /64) may send within an hour; `0` disables the limit',
    example: '2 GB',
  },
  {
    name: 'FILES_PER_NETWORK',
    default: '`2 GB`',
    meaning:
      'bytes of files that the visitors of one network (IPv4: a /24, IPv6: a /64) may send within an hour; `0` disables the limit',
    example: '8 GB',
  },
  {
    name: 'FILES_PER_ACCOUNT',
    default: '`0`: no limit',
    meaning:
      'bytes of files stored for one account; above it, files of visitors and of channels are refused, and agents can still send some; `0` disables the limit',
    example: '100 GB',
  },
  {
    name: 'UPLOADS_PER_ADDRESS',
    default: '`60`',
    meaning:
      'concurrent uploads of the visitors behind one address; the limit of one visitor is a third of it, of a network twice, of all visitors together five times; `0` disables the limit',
    example: '200',
  },
  {
    name: 'S3_ENDPOINT',
    default: 'none: the folder `files` in `DATA_DIR`',
    meaning:
      'a server that speaks the S3 interface, where files are kept; several processes on several machines need one. Objects are asked for by path (`S3_ENDPOINT/S3_BUCKET/name`)',
    example: 'https://s3.example.com',
  },
  { name: 'S3_BUCKET', default: 'none', meaning: 'the bucket, which must be there', example: 'deskbell-files' },
  {
    name: 'S3_PREFIX',
    default: 'none',
    meaning: 'what the names of all objects begin with, where several programs share a bucket; ends with a slash',
    example: 'deskbell/',
  },
  { name: 'S3_REGION', default: '`us-east-1`', meaning: 'the region of the bucket', example: 'eu-central-1' },
  {
    name: 'S3_ACCESS_KEY',
    default: 'none',
    meaning: 'a key that may list the bucket and read, write and remove its objects',
    example: 'the access key id',
  },
  {
    name: 'S3_SECRET_KEY',
    default: 'none',
    meaning: 'the secret of `S3_ACCESS_KEY`',
    example: 'the secret access key',
  },
  {
    name: 'FILES_IN',
    default: '`bucket` where the settings of S3 are given',
    meaning:
      'where new files go: `bucket`, or `folder`; files of the other place are still found. `npm run move-files` moves them while the server runs',
    example: 'bucket',
  },
  {
    name: 'TELEGRAM_API_ROOT',
    default: '`https://api.telegram.org`',
    meaning:
      'where Telegram channels reach the Bot API; a Bot API server of your own must run without `--local`, because files are fetched from it over HTTP, and `ALLOW_TARGETS` must name it if its address is private',
    example: 'http://127.0.0.1:8081',
  },
  {
    name: 'RTPENGINE',
    default: '`rtpengine`',
    meaning:
      'the program that carries the sound of calls to telephones (Debian: `apt install rtpengine-daemon`); the server starts it when a trunk is set',
    example: '/usr/bin/rtpengine',
  },
  {
    name: 'MEDIA_ADDRESS',
    default: 'the first IPv4 address of the machine',
    meaning: 'the address at which telephones and browsers send their sound',
    example: '10.0.0.5',
  },
  {
    name: 'MEDIA_ADVERTISED',
    default: '`MEDIA_ADDRESS`',
    meaning: 'the address that telephones and browsers are told, behind a router that translates addresses',
    example: '203.0.113.5',
  },
  {
    name: 'MEDIA_PORTS',
    default: '`30000-31999`',
    meaning: 'UDP ports of the sound, which a firewall must let in; four for each call',
    example: '30000-30999',
  },
] as const satisfies readonly Setting[]

export type Name = (typeof SETTINGS)[number]['name']
