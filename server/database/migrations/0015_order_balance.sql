ALTER TABLE "orders" ADD COLUMN "balance_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_balance" CHECK (balance_paise between 0 and total_paise);