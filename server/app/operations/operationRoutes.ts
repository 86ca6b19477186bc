import { timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { and, count, eq, isNull, lte, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'

import type { CatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import type { Database } from '#server/database/client/connect.ts'
import { countOtpsSent } from '#server/features/auth/otpLimits.ts'
import { complaints, jobs } from '#server/database/schema/operations.ts'
import { orders } from '#server/database/schema/orders.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  type Metric,
  metricsText,
  readLoopDelayMs,
} from '#server/platform/observability/metrics.ts'
import type { RenderLoad } from '#server/app/documents/pageRoutes.ts'
import type { LoadMonitor } from '#server/app/api/loadShedding.ts'
import { networkLoginPath, paths } from '#contract/pages/paths.ts'
import { isMigrated } from '#server/database/migrate.ts'
import { log } from '#server/platform/observability/log.ts'
import { isDiskFull } from '#server/platform/storage/diskSpace.ts'

type ReadLoad = Pick<LoadMonitor, 'rejected'>
type Loads = { reads: ReadLoad; pages: RenderLoad; index: Pick<CatalogueIndex, 'figures'> }

/**
 * Metrics for Prometheus, without personal data. With a token set, a request needs it; without one, only
 * requests from this machine are served. All others get 404.
 */
export function metricsRoutes(
  db: Database,
  token: string | undefined,
  { reads, pages, index }: Loads,
) {
  return new Hono().get('/metrics', async (c) => {
    const mayRead = token === undefined ? isFromThisMachine(c) : hasToken(c, token)
    if (!mayRead) return c.notFound()
    const text = await metricsText([
      ...processMetrics(),
      ...(await readDatabaseMetrics(db)),
      rejectionMetric(reads),
      ...renderMetrics(pages),
      ...indexMetrics(index),
    ])
    return c.body(text, 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  })
}

function hasToken(c: Context, token: string): boolean {
  const [received, expected] = [c.req.header('Authorization') ?? '', `Bearer ${token}`].map(
    (text) => Buffer.from(text),
  )
  return (
    received?.length === expected?.length && timingSafeEqual(received as Buffer, expected as Buffer)
  )
}

/** A request with a proxy's header comes from another machine, although the proxy may run on this one. */
function isFromThisMachine(c: Context): boolean {
  const isProxied = ['X-Forwarded-For', 'Forwarded', 'Via'].some((name) => c.req.header(name))
  if (isProxied || !c.env || typeof c.env !== 'object' || !('incoming' in c.env)) return false
  const address = getConnInfo(c).remote.address ?? ''
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

const renderMetrics = ({ rendering, shells }: RenderLoad): Metric[] => [
  {
    name: 'pehno_pages_rendering',
    help: 'Pages being rendered by this process.',
    rows: [{ value: rendering }],
  },
  {
    name: 'pehno_pages_not_rendered_total',
    help: 'Pages served as the empty document under overload.',
    type: 'counter',
    rows: [{ value: shells }],
  },
]

const indexMetrics = ({ figures }: Loads['index']): Metric[] => {
  const { products, buildAge, refreshAge, refreshTime } = figures()
  return [
    {
      name: 'pehno_catalogue_products',
      help: 'Products of the catalogue in memory.',
      rows: [{ value: products }],
    },
    {
      name: 'pehno_catalogue_build_age_seconds',
      help: 'Time since the catalogue in memory was built anew. Alert above two hours.',
      rows: [{ value: buildAge }],
    },
    {
      name: 'pehno_catalogue_refresh_age_seconds',
      help: 'Time since changed products were last read. Alert above a minute.',
      rows: [{ value: refreshAge }],
    },
    {
      name: 'pehno_catalogue_refresh_seconds',
      help: 'How long it took.',
      rows: [{ value: refreshTime }],
    },
  ]
}

const rejectionMetric = ({ rejected }: ReadLoad): Metric => ({
  name: 'pehno_reads_refused_total',
  help: 'Reads refused by this process under overload.',
  type: 'counter',
  rows: [{ value: rejected }],
})

/**
 * The condition of the index `orders_under_way`. Finished orders are not counted, because their number grows
 * every day and each scrape would read all of them.
 */
const isOpenOrder = sql`${orders.checkoutStatus} = 'completed'
  and ${orders.status} in ('Accepted', 'Shipped', 'On the way', 'Arrived', 'Size Trialing')`

/** Without a response of the database, the metrics of the process are still sent. */
async function readDatabaseMetrics(db: Database): Promise<Metric[]> {
  const rows = await withinTimeLimit(readMetrics(db)).catch((error: unknown) => {
    log.warn({ err: error }, 'The metrics of the database could not be read')
    return undefined
  })
  const isUp = {
    name: 'pehno_database_up',
    help: 'Whether the database has responded.',
    rows: [{ value: rows ? 1 : 0 }],
  }
  return [isUp, ...(rows ?? [])]
}

const processMetrics = (): Metric[] => [
  {
    name: 'pehno_event_loop_delay_seconds',
    help: 'Event-loop lag of this process: p99 since the last scrape.',
    rows: [{ value: readLoopDelayMs() / 1000 }],
  },
]

async function readMetrics(db: Database): Promise<Metric[]> {
  const placed = await db
    .select({ status: orders.status, value: count() })
    .from(orders)
    .where(isOpenOrder)
    .groupBy(orders.status)
  const due = await db
    .select({ kind: jobs.kind, value: count() })
    .from(jobs)
    .where(and(isNull(jobs.doneAt), lte(jobs.runAt, clock.now())))
    .groupBy(jobs.kind)
  return [
    {
      name: 'pehno_orders',
      help: 'Open orders by status.',
      labelNames: ['status'],
      rows: placed.map(({ status, value }) => ({ labels: { status }, value })),
    },
    {
      name: 'pehno_orders_awaiting_payment',
      help: 'Unpaid orders that reserve stock.',
      rows: [{ value: await db.$count(orders, eq(orders.checkoutStatus, 'awaiting_payment')) }],
    },
    {
      name: 'pehno_jobs_due',
      help: 'Queued jobs by kind.',
      labelNames: ['kind'],
      rows: due.map(({ kind, value }) => ({ labels: { kind }, value })),
    },
    {
      name: 'pehno_otp_sent_this_hour',
      help: 'OTPs sent in the current hour to all numbers.',
      rows: [{ value: await countOtpsSent(db) }],
    },
    {
      name: 'pehno_complaints_open',
      help: 'Open complaints.',
      rows: [{ value: await db.$count(complaints, eq(complaints.state, 'open')) }],
    },
  ]
}

const fullDisk = 'The disk is full: orders and changes are refused'
const headers = { 'Cache-Control': 'no-store', 'x-api': '1' }

/** Monitoring waits about ten seconds for a response. */
const timeLimitMs = 5000

/** Rejects if the database has not responded within `timeLimitMs`. */
async function withinTimeLimit<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not respond')), timeLimitMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Health checks for monitoring and load balancers, and for the page's connectivity check. */
export function healthRoutes(db: Database) {
  return new Hono()
    .get('/healthz', (c) => c.body(null, 204, headers))
    .get(networkLoginPath, (c) => c.body(null, 302, { ...headers, Location: paths.home }))
    .get('/readyz', async (c) => {
      const isDatabaseUsable = await withinTimeLimit(isMigrated(db)).catch(() => false)
      const isReady = isDatabaseUsable && !(await isDiskFull(db))
      const msg = isDatabaseUsable
        ? fullDisk
        : 'The database does not respond, or needs a migration'
      return c.json(isReady ? { ready: true } : { ready: false, msg }, isReady ? 200 : 503, headers)
    })
}
