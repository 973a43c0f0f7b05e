import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { labelled } from '../base/fields/labelled.ts'
import { LOG_LEVELS } from '../base/fields/log-levels.ts'
import { MASK } from '../base/mask.ts'
import { hostEntry, originEntry, targetEntry } from './host-entries.ts'
import { poolName, workerEntry } from './pool-entries.ts'
import { maskProxy, proxyAddress, unmaskProxies } from './proxy-address.ts'

/** What people call the rules of robots.txt. */
export const ROBOTS_LABELS = { ignore: 'Ignore them', respect: 'Respect them' }

/** The definition of a setting for the command line, the environment, the settings page and `docs/settings.md`. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** The label, with the unit of the value. */
  title: string
  schema: S
  default: z.output<S>
  description: string
  /** A change takes effect at the next start. */
  restart?: boolean
  /** Returns a value that must not be shown in full as it may be shown. */
  masked?: (value: string) => string
  /** Replaces the masks in a value that a client sends back with what they hide, or returns null if they hide nothing. */
  unmasked?: (value: string, before: string | null) => string | null
}

const setting = <S extends z.ZodType>(
  title: string,
  schema: S,
  value: z.output<S>,
  description: string,
  more: Pick<Setting, 'restart' | 'masked' | 'unmasked'> = {},
): Setting<S> => ({ title, schema, default: value, description, ...more })

/** A whole number or its digits as text. Other texts, null and lists are refused. */
const whole = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && value.trim() ? Number(value) : value),
    z.int().min(min).max(max),
  )
const listOf = (entry: z.ZodType<string>) =>
  z.preprocess(
    value =>
      typeof value === 'string'
        ? value
            .split(',')
            .map(part => part.trim())
            .filter(Boolean)
        : value,
    z.array(entry),
  )
const list = listOf(z.string())
const origin = z
  .url({ protocol: /^https?$/ })
  .refine(value => URL.parse(value)?.pathname === '/', 'Give scheme, host and port only.')
  .transform(value => new URL(value).origin)

/** The user's own folder, also where `HOME` is empty. A user that the system does not know has none, as in some containers. */
function homeFolder(): string {
  try {
    return homedir() || userInfo().homedir
  } catch {
    return '/'
  }
}

/** The `~` of a home folder. A shell leaves it in `--data-dir=~/winnow`, and nobody replaces it in a file of variables. */
const HOME = /^~(?=[/\\]|$)/

const folder = z
  .string()
  .min(1)
  .refine(path => !HOME.test(path), {
    error: ({ input }) =>
      `must not begin with \`~\`, which only a shell replaces. Write ${String(input).replace(HOME, homeFolder)}`,
  })

const baseAddress = (platform: string) =>
  setting(
    `Base address of ${platform}`,
    origin.nullable(),
    null,
    `Base address that requests to ${platform} go to instead of the platform's own.`,
  )

const SERVICE = {
  port: setting('Port', whole(0, 65_535), 8787, 'Port to listen on; 0 takes a free one.', { restart: true }),
  host: setting(
    'Host',
    z.string().min(1),
    '127.0.0.1',
    'Address to listen on. Other than loopback opens Winnow to the network.',
    { restart: true },
  ),
  data_dir: setting(
    'Data folder',
    folder,
    join(homeFolder(), '.winnow'),
    'Folder of the store, the log and the backups.',
    { restart: true },
  ),
  allowed_hosts: setting(
    'Allowed hosts',
    listOf(hostEntry),
    [],
    'Host names, beside the loopback ones, under which clients may reach Winnow, separated by commas.',
  ),
  allowed_origins: setting(
    'Allowed origins',
    listOf(originEntry),
    [],
    'Origins of pages that may change and delete parsers, databases, crons and workflows, separated by commas.',
  ),
  public_rate: setting(
    'Public requests per minute',
    whole(1, 1_000_000),
    30,
    'Requests per minute and address on each public endpoint.',
  ),
  drain_seconds: setting(
    'Shutdown wait (seconds)',
    whole(0, 600),
    10,
    'How long a stop waits for running calls before it cancels them.',
  ),
  updates_url: setting(
    'Update feed address',
    z.url({ protocol: /^https?$/ }).nullable(),
    null,
    'Address of the feed of new versions, which the desktop app checks daily. Without it, the app checks for none.',
    { restart: true },
  ),
  log_level: setting(
    'Log level',
    z.enum(['debug', 'info', 'warn', 'error', 'silent']).meta(labelled({ ...LOG_LEVELS, silent: 'Nothing' })),
    'info',
    'What goes into the log file: `debug`, `info`, `warn`, `error` or `silent`.',
    { restart: true },
  ),
}

const FETCHING = {
  allow_hosts: setting(
    'Local hosts that may be fetched',
    listOf(targetEntry),
    [],
    'Hosts on the local network that may be fetched: names, host:port, addresses or ranges, separated by commas.',
  ),
  user_agent: setting(
    'User-Agent',
    z
      .string()
      .min(1)
      .regex(/^[\t\x20-\x7e\x80-\xff]+$/, 'must be what a header can hold: one line, in Latin letters')
      .nullable(),
    null,
    'User-Agent that pages are fetched with, instead of that of the installed browser.',
  ),
  fetch_timeout_ms: setting(
    'Fetch timeout (ms)',
    whole(100, 600_000),
    30_000,
    'Longest time for one fetch, including redirects, body and further attempts.',
  ),
  fetch_max_bytes: setting(
    'Maximum page size (bytes)',
    whole(1_024, 67_108_864),
    16_777_216,
    'Largest page that is fetched, in bytes after decompression.',
  ),
  fetch_max_redirects: setting('Maximum redirects', whole(0, 50), 10, 'Redirects that one fetch follows.'),
  retries: setting(
    'Fetch retries',
    whole(0, 10),
    2,
    'Further attempts after a temporary failure: a broken connection, 429, 5xx.',
  ),
  host_concurrency: setting(
    'Concurrent requests per host',
    whole(1, 1_000),
    6,
    'Requests to one host at a time; others wait in line.',
  ),
  host_spacing_ms: setting(
    'Delay between requests to a host (ms)',
    whole(0, 600_000),
    0,
    'Minimum time between the starts of two requests to one host.',
  ),
  proxy: setting(
    'Proxy',
    proxyAddress
      .refine(value => !value.includes(MASK), 'Give the address with its own user and password.')
      .nullable(),
    null,
    'Proxy that every page is fetched through: http://, https:// or socks5://, with user and password where it wants them. Several, separated by commas, are taken in turn; one that fails rests.',
    { masked: maskProxy, unmasked: unmaskProxies },
  ),
  robots: setting(
    'Rules of robots.txt',
    z.enum(['ignore', 'respect']).meta(labelled(ROBOTS_LABELS)),
    'ignore',
    'Whether scrapes keep to what robots.txt says: `ignore` or `respect`. A parser may say otherwise.',
  ),
}

const BROWSING = {
  browser: setting(
    'Browser path',
    z.string().min(1).nullable(),
    null,
    'Path of the Chrome or Chromium for pages that need a browser, instead of the one that is installed.',
  ),
  browser_pages: setting(
    'Concurrent browser pages',
    whole(1, 50),
    3,
    'Pages open in the browser at a time; others wait in line.',
  ),
}

const PLATFORMS = {
  photosocial_url: baseAddress('photosocial'),
  shortvideo_url: baseAddress('shortvideo'),
  videosite_url: baseAddress('videosite'),
  realty_url: baseAddress('realty'),
}

const READING = {
  parse_timeout_ms: setting(
    'Extraction timeout (ms)',
    whole(100, 600_000),
    15_000,
    'Longest time that the extraction of one page may take.',
  ),
  parse_max_answer_mb: setting(
    'Maximum extraction size (MB)',
    whole(1, 256),
    64,
    'Largest answer of one extraction, including further pages, in MB: a byte for each character of its JSON.',
  ),
  parse_workers: setting('Parser threads', whole(1, 64), 2, 'Threads that parse pages.', { restart: true }),
}

const JOBS = {
  job_timeout_ms: setting(
    'Job timeout (ms)',
    whole(1_000, 86_400_000),
    600_000,
    'Longest time for one attempt at a job.',
  ),
  job_retry_ms: setting(
    'Job retry delay (ms)',
    whole(10, 3_600_000),
    2_000,
    'Pause before the second attempt at a job; it grows fourfold with each further one.',
  ),
}

const WORKFLOWS = {
  expression_timeout_ms: setting(
    'Expression timeout (ms)',
    whole(50, 60_000),
    2_000,
    'Longest time that the expressions of one node of a workflow may take for one item.',
  ),
  run_max_items: setting(
    'Maximum items per workflow run',
    whole(1, 10_000_000),
    100_000,
    'Maximum items of one run of a workflow, each counted at every node that it reaches.',
  ),
}

const WORKERS = {
  nats_url: setting(
    'Broker address',
    z
      .string()
      .regex(
        /^(nats|tls):\/\/[^\s,@]+(,(nats|tls):\/\/[^\s,@]+)*$/,
        'must start with nats:// or tls://, and hold no password',
      )
      .nullable(),
    null,
    'Address of the NATS server through which workers get pages; for a cluster, several addresses, separated by commas. Without it, the service reads every page itself.',
    { restart: true },
  ),
  nats_creds: setting(
    'Broker credentials',
    z.string().min(1).nullable(),
    null,
    'File with the credentials for the broker: a .creds file, or the seed of an nkey.',
    { restart: true },
  ),
  nats_ca: setting(
    'Broker certificate authority',
    z.string().min(1).nullable(),
    null,
    'File with the certificate of the authority that signed the certificate of the broker, if the system does not know it.',
    { restart: true },
  ),
  nats_lease_seconds: setting(
    'Worker lease (seconds)',
    whole(1, 3_600),
    30,
    'How long a worker may be silent before its pages are given to others.',
    { restart: true },
  ),
  nats_pool_secrets: setting(
    'Pools that may know secrets',
    listOf(poolName),
    [],
    'Pools whose workers may get sessions, secret headers and passwords of proxies, separated by commas; pages that need these go to no other.',
  ),
  nats_drained: setting(
    'Drained workers',
    listOf(workerEntry),
    [],
    'Workers that get no new pages, as pool/name, separated by commas.',
  ),
}

const CREDITS = {
  price_parse: setting(
    'Price of a parse (credits)',
    whole(0, 1_000),
    1,
    'Credits for a parse of uploaded HTML.',
  ),
  price_scrape: setting(
    'Price of a scrape (credits)',
    whole(0, 1_000),
    1,
    'Credits for a scrape of an address; none where the page comes from the cache.',
  ),
  price_extract: setting(
    'Price of an extraction (credits)',
    whole(0, 1_000),
    1,
    'Credits for an extraction from saved pages.',
  ),
  birth_credits: setting(
    'Credits of a new account',
    whole(0, 1_000_000_000),
    1_000,
    'Credits that a new account starts with.',
  ),
  credits_low: setting(
    'Low credits threshold',
    whole(0, 1_000_000_000),
    100,
    'A balance that falls below this many credits is reported to webhooks as `credits.low`; 0 turns that off.',
  ),
}

const KEEPING = {
  cache_max_mb: setting(
    'Maximum page cache (MB)',
    whole(0, 1_000_000),
    200,
    'Most space in MB that kept pages may take on disk, compressed; the oldest are deleted first. With 0, none are kept.',
  ),
  keep_calls_days: setting(
    'Keep call records (days)',
    whole(1, 3_650),
    90,
    'Days that call records are kept.',
  ),
  keep_jobs_days: setting(
    'Keep jobs and batches (days)',
    whole(1, 3_650),
    90,
    'Days that jobs and batches are kept.',
  ),
  keep_cron_runs_days: setting(
    'Keep cron history (days)',
    whole(1, 3_650),
    90,
    'Days that the history of crons is kept.',
  ),
  keep_results_days: setting(
    'Keep job results (days)',
    whole(1, 3_650),
    7,
    'Days that results and stored pages of jobs are kept.',
  ),
  keep_results_mb: setting(
    'Maximum size of job results (MB)',
    whole(1, 1_000_000),
    2_048,
    'Most space in MB that results and stored pages of jobs may take on disk, compressed; the oldest are deleted first.',
  ),
  keep_runs_days: setting(
    'Keep workflow runs (days)',
    whole(1, 3_650),
    30,
    'Days that runs of workflows are kept, with all their items.',
  ),
  keep_changes_days: setting(
    'Keep database changes (days)',
    whole(1, 3_650),
    90,
    'Days that the change feeds of databases, and with them the history of rows, are kept.',
  ),
  keep_deliveries_days: setting(
    'Keep webhook deliveries (days)',
    whole(1, 3_650),
    30,
    'Days that the log of webhook deliveries is kept.',
  ),
  keep_changed_payloads: setting(
    'Kept unreadable answers per platform',
    whole(0, 1_000),
    20,
    'Upstream answers that no reader understood, kept per platform for a bug report.',
  ),
}

const TOOLS = {
  mcp_wait_ms: setting(
    'MCP tool wait (ms)',
    whole(100, 600_000),
    45_000,
    'How long a tool call waits before it answers with the place where its result can be read; hosts give up after 60 s.',
  ),
  mcp_public_url: setting(
    'Public MCP address',
    z.url({ protocol: /^https?$/ }).nullable(),
    null,
    'Address of `/mcp` as clients reach it, which their access tokens are issued for. Without it, the address that Winnow listens on.',
  ),
  oauth_issuer: setting(
    'OAuth issuer',
    z.url({ protocol: /^https?$/ }).nullable(),
    null,
    'Authorization server whose access tokens open `/mcp`. Without it, only keys do.',
  ),
  oauth_audience: setting(
    'OAuth audiences',
    list,
    [],
    'Audiences that a token may be issued for, separated by commas. Without any, the public address of `/mcp`.',
  ),
  oauth_scopes: setting('OAuth scopes', list, [], 'Scopes that a token must have, separated by commas.'),
}

/** The settings by subject, as shown on the settings page. */
export const SETTING_GROUPS = {
  Service: SERVICE,
  'Getting pages': FETCHING,
  Browser: BROWSING,
  Platforms: PLATFORMS,
  'Reading pages': READING,
  Jobs: JOBS,
  Workflows: WORKFLOWS,
  Workers: WORKERS,
  Credits: CREDITS,
  'Kept on disk': KEEPING,
  'AI tools': TOOLS,
} satisfies Record<string, Record<string, Setting>>

/** Every setting, by name. Its variable is `WINNOW_` and the name in capitals, its flag `--` and the name with dashes. */
export const SETTINGS = {
  ...SERVICE,
  ...FETCHING,
  ...BROWSING,
  ...PLATFORMS,
  ...READING,
  ...JOBS,
  ...WORKFLOWS,
  ...WORKERS,
  ...CREDITS,
  ...KEEPING,
  ...TOOLS,
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type SettingValues = { [N in SettingName]: z.output<(typeof SETTINGS)[N]['schema']> }

/** Where a value comes from; an earlier one wins. */
export type SettingOrigin = 'flag' | 'variable' | 'settings' | 'default'

/** The variable of a setting: `WINNOW_DATA_DIR` of `data_dir`. */
export const variableOf = (name: string) => `WINNOW_${name.toUpperCase()}`

/** The flag of a setting: `--data-dir` of `data_dir`. */
export const flagOf = (name: string) => `--${name.replaceAll('_', '-')}`

export const settingNames = Object.keys(SETTINGS) as SettingName[]
