-- The same as before, in less work. An array of a few ids looks cheaper to plan for anew than the
-- array that a kept plan has to reckon with, so it was planned anew for every order: here the kept
-- plan is used. The products are still locked first and in order; what is in their sizes is then read
-- by a statement that sees what whoever held them before has left.
create or replace function product_sizes_written() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  changed text[] := array(select distinct product_id from written);
begin
  perform 1 from products where id = any(changed) order by id for no key update;
  update products p
  set sizes = found.sizes, stock = found.stock, sizes_in_stock = found.sizes_in_stock
  from unnest(changed) c (id), lateral (
    select
      coalesce(array_agg(s.size::text order by s.position, s.size), '{}') as sizes,
      coalesce(jsonb_object_agg(s.size, s.on_hand), '{}') as stock,
      coalesce(array_agg(s.size::text order by s.position, s.size) filter (where s.on_hand > 0), '{}') as sizes_in_stock
    from product_sizes s where s.product_id = c.id collate "C"
  ) found
  where p.id = c.id collate "C"
    and (p.sizes, p.stock) is distinct from (found.sizes, found.stock);
  return null;
end $$;
--> statement-breakpoint
drop function follow_product_sizes(text[]);
