-- Lists read a product's sizes and stock from its own row. These triggers keep that row right,
-- whoever changes product_sizes. A row that is right already is not written again.
-- The products are locked first and in order: two orders for other sizes of the same products then
-- wait for each other instead of blocking each other, and the second one counts what the first left.
create function follow_product_sizes(changed text[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any(changed) order by id for no key update;
  update products p
  set sizes = found.sizes, stock = found.stock, sizes_in_stock = found.sizes_in_stock
  from (
    select c.id,
      coalesce(array_agg(s.size::text order by s.position, s.size) filter (where s.size is not null), '{}') as sizes,
      coalesce(jsonb_object_agg(s.size, s.on_hand) filter (where s.size is not null), '{}') as stock,
      coalesce(array_agg(s.size::text order by s.position, s.size) filter (where s.on_hand > 0), '{}') as sizes_in_stock
    from (select distinct unnest(changed) as id) c
    left join product_sizes s on s.product_id = c.id collate "C"
    group by c.id
  ) found
  where p.id = found.id collate "C"
    and (p.sizes, p.stock) is distinct from (found.sizes, found.stock);
end $$;
--> statement-breakpoint
create function product_sizes_written() returns trigger language plpgsql as $$
begin
  perform follow_product_sizes(array(select distinct product_id from written));
  return null;
end $$;
--> statement-breakpoint
create trigger product_sizes_inserted after insert on product_sizes
  referencing new table as written for each statement execute function product_sizes_written();
--> statement-breakpoint
create trigger product_sizes_updated after update on product_sizes
  referencing new table as written for each statement execute function product_sizes_written();
--> statement-breakpoint
create trigger product_sizes_deleted after delete on product_sizes
  referencing old table as written for each statement execute function product_sizes_written();
--> statement-breakpoint
alter table products set (fillfactor = 85);
--> statement-breakpoint
alter table product_sizes set (fillfactor = 80);
--> statement-breakpoint
-- Found at once, not when a vacuum comes by: the embedded database has none that comes by itself.
alter index products_in_subcategories set (fastupdate = off);
--> statement-breakpoint
alter index products_in_size set (fastupdate = off);
--> statement-breakpoint
alter index products_by_words set (fastupdate = off);
