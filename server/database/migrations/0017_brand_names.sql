CREATE INDEX "brands_by_position" ON "brands" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "brands_by_name" ON "brands" USING gin (lower("name") gin_trgm_ops);