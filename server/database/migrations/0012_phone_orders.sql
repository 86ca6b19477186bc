ALTER TABLE "orders" ADD COLUMN "channel" text DEFAULT 'shop' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "awaits_signup" boolean DEFAULT false NOT NULL;