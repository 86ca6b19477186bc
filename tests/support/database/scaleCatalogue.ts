import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { warehouseIn } from '#tests/support/shopper/givens.ts'

/**
 * Generates catalogues and orders of any size in SQL: half a million products take a few minutes.
 * The same number always gives the same products. Sizes of the parts follow real fashion catalogues:
 * few large brands and many small ones, most products in every size, some sold out.
 */

const productsPerBrand = 150
/** From this number of new rows on it is faster to drop a table's indexes and build them again. */
const rebuildThreshold = 20_000
const ordersPerUser = 10
const sizesInOrder = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

const garments = {
  women: 'kurta,saree,lehenga,anarkali,dupatta,palazzo,top,dress,skirt,jeans,jacket,blouse',
  men: 'kurta,sherwani,shirt,tshirt,trousers,jeans,jacket,sweatshirt,shorts,blazer,dhoti,waistcoat',
}
const words = {
  colour: 'indigo,rust,mustard,teal,maroon,olive,ivory,black,navy,peach,lilac,charcoal',
  fabric: 'cotton,linen,silk,denim,rayon,georgette,chiffon,khadi,wool,viscose',
  pattern: 'printed,embroidered,striped,checked,solid,floral,textured,woven',
  first: 'ba,ka,ma,na,ra,sa,ta,va,ja,la,da,pa,ga,ha,ya,cha',
  second: 'ri,li,ni,mi,vi,shi,ti,di,ki,pi,ru,lu,nu,mu,vu,shu',
  third: 'ya,ka,na,ra,la,sha,ta,va,ma,da,ja,pa,ga,sa,ha,tha',
}

const brandsFor = (products: number) => Math.ceil(products / productsPerBrand) + 20

/** Adds products until the store has `total` generated ones. The caller vacuums. */
export async function growCatalogue(db: Database, total: number): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from products where code like 'scale-%'`,
  )
  const before = rows[0]?.count ?? 0
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`)
    await writeCategories(tx)
    await tx.execute(sql`
      insert into brands (id, name, gender_ids, position)
      select 'scale-brand-' || n, initcap(${syllables(sql`n * 37`)}), '{women,men}', 1000
      from generate_series(1, ${brandsFor(total)}::int) n
      on conflict do nothing`)
    const write = async () => {
      await writeProducts(tx, before, total)
      await tx.insert(warehouses).values(warehouseIn('indore')).onConflictDoNothing()
      await writeSizes(tx)
    }
    await (total - before > rebuildThreshold ? withoutIndexes(tx, 'products', write) : write())
    // All tables of a list's query: without statistics its plan would depend on when autovacuum runs.
    await tx.execute(sql`analyze products, product_sizes, brands, categories, subcategories`)
  })
}

/** Picks a word of a list by a number. */
const pickByNumber = (list: string, by: ReturnType<typeof sql>) => {
  const all = list.split(',')
  return sql`(${sql.raw(`'{${list}}'`)}::text[])[1 + ((${by}) % ${sql.raw(String(all.length))})::int]`
}

/** A made-up name such as "karisha": 4,096 different ones. */
const syllables = (by: ReturnType<typeof sql>) =>
  sql`${pickByNumber(words.first, sql`(${by})`)} || ${pickByNumber(words.second, sql`(${by}) / 16`)} || ${pickByNumber(words.third, sql`(${by}) / 256`)}`

/** A number below 2^24 that looks random and is the same in every run. */
const randomNumber = (of: ReturnType<typeof sql>, salt: string) =>
  sql`('x' || substr(md5(${of}::text || ${sql.raw(`'${salt}'`)}), 1, 6))::bit(24)::int`

async function writeCategories(tx: Database) {
  for (const [gender, list] of Object.entries(garments)) {
    await tx.execute(sql`
      insert into categories (id, slug, name, title, gender_ids, position)
      select ${gender} || '-scale-' || name, ${gender} || '-scale-' || name, initcap(name), initcap(name),
        array[${gender}], 100 + position
      from unnest(${`{${list}}`}::text[]) with ordinality garment (name, position)
      on conflict do nothing`)
    await tx.execute(sql`
      insert into subcategories (id, slug, category_id, name, gender_ids, position)
      select c.id || '-' || kind, c.id || '-' || kind, c.id, initcap(kind), c.gender_ids, 0
      from categories c, unnest(${`{${words.pattern}}`}::text[]) kind
      where c.id like ${`${gender}-scale-%`}
      on conflict do nothing`)
  }
}

function writeProducts(tx: Database, from: number, to: number) {
  const brands = brandsFor(to)
  const garmentOf = sql`case gender when 'women' then ${pickByNumber(garments.women, sql`kind`)} else ${pickByNumber(garments.men, sql`kind`)} end`
  return tx.execute(sql`
    insert into products (id, code, name, brand_id, category_id, subcategory_ids, gender_ids,
      mrp_paise, price_paise, tint, colour, description, details, origin, maker, maker_address,
      net_quantity, care_contact, is_published, search_words, sizes, stock, stocked_in, sizes_in_stock, created_at)
    select 'scale-' || n, 'scale-' || n,
      initcap(colour || ' ' || pattern || ' ' || fabric) || ' ' || garment || ' ' || initcap(line),
      brand_id, category_id, array[category_id || '-' || pattern], array[gender],
      price * 100 * (12 + g % 10) / 10, price * 100, n % 7, initcap(colour),
      'A ' || fabric || ' ' || garment || ' in ' || colour || ', ' || pattern || ' by hand. ' || repeat('Soft on the skin and easy to wash. ', 3),
      jsonb_build_array(jsonb_build_object('name', 'Fabric', 'value', initcap(fabric))),
      case when g % 9 = 0 then 'Bangladesh' else 'India' end, 'Scale Textiles', '14 Mill Road, Surat',
      '1 N', 'care@scale.example', true,
      (select name from brands b where b.id = brand_id) || ' ' || garment || ' ' || pattern || ' ' || colour,
      ${sizesArray}, stock.counts, stock.stocked_in, stock.available, now() - n * interval '20 seconds'
    from (
      select *, ${garmentOf} as garment, gender || '-scale-' || ${garmentOf} as category_id
      from (
        -- A brand sells four garments of one gender, each in three patterns.
        select n, ${randomNumber(sql`n`, 'tax')} as g, 'scale-brand-' || b as brand_id,
          b * 5 + ${randomNumber(sql`n`, 'garment')} % 4 as kind,
          case when b % 2 = 0 then 'women' else 'men' end as gender,
          ${pickByNumber(words.pattern, sql`b * 3 + ${randomNumber(sql`n`, 'pattern')} % 3`)} as pattern,
          ${pickByNumber(words.colour, randomNumber(sql`n`, 'colour'))} as colour,
          ${pickByNumber(words.fabric, randomNumber(sql`n`, 'fabric'))} as fabric,
          ${syllables(randomNumber(sql`n`, 'line'))} as line,
          199 + 50 * (${randomNumber(sql`n`, 'price')} % 100) as price
        from generate_series(${from + 1}::int, ${to}::int) n,
          -- Half of all products belong to an eighth of the brands.
          lateral (select 1 + floor(${brands}::int
            * power(${randomNumber(sql`n`, 'brand')} / 16777216.0, 3))::int as b) brand
      ) drawn
    ) product,
    lateral (
      select jsonb_strip_nulls(jsonb_build_object('indore',
          jsonb_object_agg(size, left_over) filter (where left_over > 0))) as counts,
        coalesce(array_agg('indore:' || size order by size) filter (where left_over > 0), '{}') as stocked_in,
        coalesce(array_agg(size order by position) filter (where left_over > 0), '{}') as available
      from (
        select size, position, case
          when n % 20 = 0 then 0
          when n % 5 = 0 and (n / 5 + position) % 6 = 0 then 0
          else 100000 end as left_over
        from unnest(${sizesArray}) with ordinality s (size, position)
      ) sizes
    ) stock`)
}

const sizesArray = sql.raw(`'{${sizesInOrder.join(',')}}'::text[]`)

/** The products already contain the sums of their sizes, so the trigger is not needed. */
async function writeSizes(tx: Database) {
  for (const table of ['product_sizes', 'stock_levels'])
    await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
  await tx.execute(sql`
    insert into product_sizes (product_id, size, position)
    select p.id, s.size, s.position - 1
    from products p, unnest(p.sizes) with ordinality s (size, position)
    where p.code like 'scale-%'
    on conflict do nothing`)
  await tx.execute(sql`
    insert into stock_levels (product_id, size, warehouse_id, on_hand)
    select p.id, size, 'indore', coalesce((p.stock -> 'indore' ->> size)::int, 0)
    from products p, unnest(p.sizes) size
    where p.code like 'scale-%'
    on conflict do nothing`)
  for (const table of ['product_sizes', 'stock_levels'])
    await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
}

/**
 * Rebuilding indexes afterwards takes a fraction of the time of maintaining them row by row. Foreign
 * keys are right by construction and are not checked; only a superuser may leave that out.
 */
async function withoutIndexes(tx: Database, table: string, write: () => Promise<unknown>) {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and not i.indisunique`)
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`))
  await tx.execute(sql`set local session_replication_role = replica`)
  await write()
  await tx.execute(sql`set local session_replication_role = origin`)
  for (const { definition } of rows) await tx.execute(sql.raw(definition))
}

/** Adds delivered orders of generated customers, one item each, until there are `total` of them. */
export async function growOrders(db: Database, total: number): Promise<void> {
  const users = Math.ceil(total / ordersPerUser)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`)
    await tx.execute(sql`
      insert into users (id, contact_number, first_name, gender, date_of_birth)
      select 'scale-user-' || n, 'scale-' || n, 'Scale', 'other', '1990-01-01'
      from generate_series(1, ${users}::int) n on conflict do nothing`)
    await tx.insert(warehouses).values(warehouseIn('indore')).onConflictDoNothing()
    const write = async () => {
      await writeOrders(tx, total, users)
      await writeLines(tx)
    }
    await (total > rebuildThreshold ? withoutIndexes(tx, 'orders', write) : write())
    await tx.execute(sql`analyze users, orders, order_lines`)
  })
}

const writeOrders = (tx: Database, total: number, users: number) =>
  tx.execute(sql`
    insert into orders (id, order_number, user_id, warehouse_id, checkout_status, status, purchase_type, payment_method,
      payment_status, address, mrp_total_paise, base_paise, total_paise, created_at, placed_at,
      moved_at, delivered_at)
    select 'scale-order-' || n, 'SCALE' || n, 'scale-user-' || (1 + n % ${users}::int), 'indore', 'completed',
      case when n % 200 = 0 then 'Cancelled' when n % 20 = 0 then 'Returned' else 'Delivered' end,
      'Standard', 'Prepaid', 'paid',
      '{"_id":"a","label":"home","street":"Palm Residency","city":"Indore","state":"Madhya Pradesh","postalCode":"452010","latitude":"22.7533","longitude":"75.8937"}',
      199900, 99900, 99900, at, at, at + interval '1 hour', at + interval '1 hour'
    from generate_series(1, ${total}::int) n,
      lateral (select now() - n * interval '1 minute' as at) made
    on conflict do nothing`)

async function writeLines(tx: Database) {
  // A table with statistics: a common table expression would be joined row by row.
  await tx.execute(sql`
    create temporary table scale_goods on commit drop as
    select id, name, brand_id, row_number() over (order by id) as place
    from products where is_published`)
  await tx.execute(sql`create unique index on scale_goods (place)`)
  await tx.execute(sql`analyze scale_goods`)
  await tx.execute(sql`
    insert into order_lines (id, order_id, position, product_id, product_name, brand_id, brand_name,
      size, quantity, purchase_type, mrp_paise, price_paise, net_paise, status, exchange_size)
    select 'scale-line-' || nth, 'scale-order-' || nth, 0, goods.id, goods.name, goods.brand_id,
      'Scale', 'M', 1, 'Standard', 199900, 99900, 99900,
      case when nth % 7 = 0 then 'Exchanged' else 'Delivered' end,
      case when nth % 7 = 0 then 'L' end
    from (
      -- Every fifth order is for one of the same 20 products, as with bestsellers.
      select nth, case when nth % 5 = 0 then 1 + (nth / 5) % 20
        else 1 + nth::bigint * 7919 % (select max(place) from scale_goods) end as place
      from (select substr(id, 13)::int as nth from orders where id like 'scale-order-%') made
    ) wanted
    join scale_goods goods using (place)
    on conflict do nothing`)
}
