ALTER TABLE "return_photos" ADD COLUMN "line_id" text collate "C";--> statement-breakpoint
CREATE INDEX "return_photos_unclaimed" ON "return_photos" USING btree ("created_at") WHERE line_id is null;--> statement-breakpoint
UPDATE "return_photos" p SET "line_id" = l."id" FROM "order_lines" l WHERE l."return_photos" @> jsonb_build_array('/photos/returns/' || p."id" || '.webp');
