CREATE TABLE "stock_levels" (
	"product_id" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"warehouse_id" text collate "C" NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_levels_product_id_size_warehouse_id_pk" PRIMARY KEY("product_id","size","warehouse_id"),
	CONSTRAINT "stock_levels_never_oversold" CHECK (on_hand >= 0)
);
--> statement-breakpoint
-- The stock was one number for all warehouses. It goes to the one that has delivered most orders, where staff have
-- most likely counted it; a store without a warehouse has sold nothing yet and counts again.
CREATE TEMPORARY TABLE "only_warehouse" AS
  SELECT w."id" FROM "warehouses" w LEFT JOIN "orders" o ON o."warehouse_id" = w."id"
  GROUP BY w."id" ORDER BY count(o."id") DESC, w."is_open" DESC, w."id" LIMIT 1;
--> statement-breakpoint
INSERT INTO "stock_levels" ("product_id", "size", "warehouse_id", "on_hand")
  SELECT s."product_id", s."size", w."id", s."on_hand" FROM "product_sizes" s, "only_warehouse" w;
--> statement-breakpoint
UPDATE "orders" SET "warehouse_id" = (SELECT "id" FROM "only_warehouse") WHERE "warehouse_id" IS NULL;
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "warehouse_id" SET NOT NULL;
--> statement-breakpoint
DROP INDEX "stock_moves_once";
--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "warehouse_id" text collate "C";
--> statement-breakpoint
UPDATE "stock_moves" SET "warehouse_id" = (SELECT "id" FROM "only_warehouse");
--> statement-breakpoint
DELETE FROM "stock_moves" WHERE "warehouse_id" IS NULL;
--> statement-breakpoint
ALTER TABLE "stock_moves" ALTER COLUMN "warehouse_id" SET NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_once" ON "stock_moves" USING btree ("reason","reference","product_id","size","warehouse_id");
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "stocked_in" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_alerts" ADD COLUMN "warehouse_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_of_size" FOREIGN KEY ("product_id","size") REFERENCES "public"."product_sizes"("product_id","size") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_alerts" ADD CONSTRAINT "product_alerts_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
DROP TABLE "only_warehouse";
--> statement-breakpoint
ALTER TABLE "product_sizes" DROP CONSTRAINT "product_sizes_never_oversold";
--> statement-breakpoint
ALTER TABLE "product_sizes" DROP COLUMN "on_hand";
--> statement-breakpoint
-- As before, but the sizes alone.
create or replace function sync_product_sizes() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  changed_ids text[] := array(select distinct product_id from changed_rows);
begin
  perform 1 from products where id = any(changed_ids) order by id for no key update;
  update products p
  set sizes = current.sizes
  from unnest(changed_ids) c (id), lateral (
    select coalesce(array_agg(s.size::text order by s.position, s.size), '{}') as sizes
    from product_sizes s where s.product_id = c.id collate "C"
  ) current
  where p.id = c.id collate "C" and p.sizes is distinct from current.sizes;
  return null;
end $$;
--> statement-breakpoint
-- The same for the stock of a product. A level that is inserted is a count where nothing was counted before, so it
-- does not make a product "back in stock".
create function sync_product_stock() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  changed_ids text[] := array(select distinct product_id from changed_rows);
begin
  perform 1 from products where id = any(changed_ids) order by id for no key update;
  update products p
  set stock = current.stock, stocked_in = current.stocked_in, sizes_in_stock = current.sizes_in_stock,
    restocked_at = case
      when tg_op = 'UPDATE' and p.sizes_in_stock = '{}' and current.sizes_in_stock <> '{}' then now()
      else p.restocked_at end
  from unnest(changed_ids) c (id), lateral (
    with levels as materialized (
      select l.warehouse_id, l.size, l.on_hand from stock_levels l
      where l.product_id = c.id collate "C" and l.on_hand > 0
    )
    select
      coalesce((select jsonb_object_agg(w.warehouse_id, w.stock) from (
        select warehouse_id, jsonb_object_agg(size, on_hand) as stock from levels group by warehouse_id
      ) w), '{}') as stock,
      coalesce((select array_agg(warehouse_id || ':' || size order by warehouse_id, size) from levels), '{}')
        as stocked_in,
      coalesce((select array_agg(distinct size::text order by size::text) from levels), '{}') as sizes_in_stock
  ) current
  where p.id = c.id collate "C" and p.stock is distinct from current.stock;
  return null;
end $$;
--> statement-breakpoint
create trigger stock_levels_inserted after insert on stock_levels
  referencing new table as changed_rows for each statement execute function sync_product_stock();
--> statement-breakpoint
create trigger stock_levels_updated after update on stock_levels
  referencing new table as changed_rows for each statement execute function sync_product_stock();
--> statement-breakpoint
create trigger stock_levels_deleted after delete on stock_levels
  referencing old table as changed_rows for each statement execute function sync_product_stock();
--> statement-breakpoint
drop trigger product_changed on products;
--> statement-breakpoint
create trigger product_changed before update on products for each row
  when ((old.code, old.name, old.search_words, old.brand_id, old.category_id, old.subcategory_ids, old.gender_ids,
      old.price_paise, old.mrp_paise, old.colour, old.details, old.origin, old.is_published, old.sizes,
      old.stocked_in, old.restocked_at, old.review_count, old.rating_tenths, old.created_at)
    is distinct from (new.code, new.name, new.search_words, new.brand_id, new.category_id, new.subcategory_ids,
      new.gender_ids, new.price_paise, new.mrp_paise, new.colour, new.details, new.origin, new.is_published,
      new.sizes, new.stocked_in, new.restocked_at, new.review_count, new.rating_tenths, new.created_at))
  execute function note_product_change();
--> statement-breakpoint
update products p set stock = '{}', stocked_in = '{}';
--> statement-breakpoint
update stock_levels set on_hand = on_hand;
--> statement-breakpoint
alter table stock_levels set (fillfactor = 80);
