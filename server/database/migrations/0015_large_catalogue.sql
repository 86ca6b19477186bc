CREATE INDEX "products_by_category_newest" ON "products" USING btree ("category_id","created_at","id") WHERE is_published;--> statement-breakpoint
CREATE INDEX "order_lines_exchanged" ON "order_lines" USING btree ("product_id","size","exchange_size") WHERE status = 'Exchanged';--> statement-breakpoint
CREATE INDEX "reviews_fit" ON "reviews" USING btree ("product_id","stars","fit");