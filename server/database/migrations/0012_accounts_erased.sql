ALTER TABLE "coupon_redemptions" ADD COLUMN "phone_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_hash" text;--> statement-breakpoint
CREATE INDEX "coupon_redemptions_of_phone" ON "coupon_redemptions" USING btree ("phone_hash") WHERE phone_hash is not null;--> statement-breakpoint
CREATE INDEX "orders_for_cash_nearby" ON "orders" USING btree ((nullif(address->>'latitude', '')::float8)) WHERE state = 'placed' and payment_method = 'Cash on delivery' and payment_status = 'Pending';