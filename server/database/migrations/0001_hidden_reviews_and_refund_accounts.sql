ALTER TABLE "reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_account" jsonb;