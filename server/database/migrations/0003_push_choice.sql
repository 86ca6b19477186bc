DROP INDEX "notices_of_product";--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "has_quiet_hours" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "offers_per_week" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
CREATE INDEX "notices_waiting" ON "notices" USING btree ("product_id") WHERE sent_at is null;