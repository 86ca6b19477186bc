ALTER TABLE "warehouses" ADD COLUMN "closed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "warehouses" ADD COLUMN "closed_message" text DEFAULT '' NOT NULL;