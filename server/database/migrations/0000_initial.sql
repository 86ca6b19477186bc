create extension if not exists pg_trgm;
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"trial_size" text collate "C",
	"quantity" integer NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "cart_lines_quantity" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"user_id" text collate "C" PRIMARY KEY NOT NULL,
	"purchase_type" text DEFAULT 'Standard' NOT NULL,
	"address_id" text collate "C",
	"receiver_name" text,
	"receiver_contact_number" text,
	"coupon_id" text collate "C",
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_redemptions" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"coupon_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"discount_paise" bigint NOT NULL,
	"phone_hash" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text collate "C" NOT NULL,
	"headline" text,
	"tagline" text,
	"discount_type" text NOT NULL,
	"amount_paise" integer,
	"basis_points" integer,
	"discount_up_to_paise" integer,
	"minimum_purchase_paise" integer DEFAULT 0 NOT NULL,
	"purchase_type" text,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"is_listed" boolean DEFAULT true NOT NULL,
	"is_first_order_only" boolean DEFAULT false NOT NULL,
	"max_uses_per_user" integer DEFAULT 1,
	"max_uses" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_name_unique" UNIQUE("name"),
	CONSTRAINT "coupons_worth" CHECK (case discount_type when 'flat' then coalesce(amount_paise, 0) > 0 else coalesce(basis_points, 0) between 1 and 10000 end),
	CONSTRAINT "coupons_used" CHECK (used >= 0 and (max_uses is null or used <= max_uses))
);
--> statement-breakpoint
CREATE TABLE "wishlist_lines" (
	"user_id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"size" text collate "C",
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishlist_lines_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"gender_ids" text[] DEFAULT '{}' NOT NULL,
	"is_premium" boolean DEFAULT false NOT NULL,
	"has_try_and_buy" boolean DEFAULT true NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text collate "C" NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"gender_ids" text[] DEFAULT '{}' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "city_popularity" (
	"city" text NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"score" real NOT NULL,
	CONSTRAINT "city_popularity_city_product_id_pk" PRIMARY KEY("city","product_id")
);
--> statement-breakpoint
CREATE TABLE "genders" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"photo" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_popularity" (
	"product_id" text collate "C" PRIMARY KEY NOT NULL,
	"score" real NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_sizes" (
	"product_id" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"position" smallint NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_sizes_never_oversold" CHECK (on_hand >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"code" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"category_id" text collate "C" NOT NULL,
	"subcategory_ids" text[] DEFAULT '{}' NOT NULL,
	"gender_ids" text[] DEFAULT '{}' NOT NULL,
	"mrp_paise" integer NOT NULL,
	"price_paise" integer NOT NULL,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tint" smallint DEFAULT 0 NOT NULL,
	"colour" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hsn" text DEFAULT '' NOT NULL,
	"gst_basis_points" integer,
	"origin" text collate "C" DEFAULT '' NOT NULL,
	"made_in" text DEFAULT '' NOT NULL,
	"maker" text DEFAULT '' NOT NULL,
	"maker_address" text DEFAULT '' NOT NULL,
	"net_quantity" text DEFAULT '' NOT NULL,
	"care_contact" text DEFAULT '' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"search_words" text DEFAULT '' NOT NULL,
	"sizes" text[] DEFAULT '{}' NOT NULL,
	"stock" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sizes_in_stock" text[] DEFAULT '{}' NOT NULL,
	"is_in_stock" boolean GENERATED ALWAYS AS (cardinality("sizes_in_stock") > 0) STORED NOT NULL,
	"restocked_at" timestamp (3) with time zone,
	"review_count" integer DEFAULT 0 NOT NULL,
	"rating_tenths" smallint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "products_code_unique" UNIQUE("code"),
	CONSTRAINT "products_price" CHECK (price_paise > 0 and price_paise <= mrp_paise),
	CONSTRAINT "products_tint" CHECK (tint between 0 and 6),
	CONSTRAINT "products_declared" CHECK (not is_published or '' not in (origin, maker, maker_address, net_quantity, care_contact))
);
--> statement-breakpoint
CREATE TABLE "review_photos" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"review_id" text collate "C",
	"position" smallint DEFAULT 0 NOT NULL,
	"picture" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"thumbnail" "bytea",
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "review_photos_approved" CHECK ((thumbnail is null) = (approved_at is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"stars" smallint NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"fit" text,
	"size" text collate "C" NOT NULL,
	"first_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_stars" CHECK (stars between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "search_counts" (
	"day" date NOT NULL,
	"words" text NOT NULL,
	"shoppers" integer NOT NULL,
	CONSTRAINT "search_counts_day_words_pk" PRIMARY KEY("day","words")
);
--> statement-breakpoint
CREATE TABLE "size_charts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"brand_id" text collate "C",
	"category_id" text collate "C" NOT NULL,
	"subcategory_id" text collate "C",
	"images" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subcategories" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"category_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"slug" text collate "C" NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"gender_ids" text[] DEFAULT '{}' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subcategories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "product_alerts" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"size" text collate "C" DEFAULT '' NOT NULL,
	"price_paise" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"topics" text[] NOT NULL,
	"has_quiet_hours" boolean DEFAULT true NOT NULL,
	"offers_per_week" integer DEFAULT 2 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"ticket" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"contact_number" text NOT NULL,
	"text" text NOT NULL,
	"order_id" text collate "C",
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "complaints_ticket_unique" UNIQUE("ticket")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"call" text collate "C" NOT NULL,
	"body_hash" text collate "C" NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"status" smallint,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_call_pk" PRIMARY KEY("user_id","key","call")
);
--> statement-breakpoint
CREATE TABLE "inbox_messages" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"to" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"otp" text,
	"link" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"kind" text collate "C" NOT NULL,
	"cause" text collate "C",
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "jobs_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"bucket" text collate "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vitals" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"page" text NOT NULL,
	"metric" text NOT NULL,
	"value" double precision NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_agents" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"contact_number" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text collate "C" PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"reference" text collate "C" NOT NULL,
	"series" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"line_id" text collate "C",
	"status" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"position" smallint NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"product_name" text NOT NULL,
	"brand_id" text collate "C" NOT NULL,
	"brand_name" text NOT NULL,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tint" smallint DEFAULT 0 NOT NULL,
	"size" text collate "C" NOT NULL,
	"trial_size" text collate "C",
	"sold_size" text collate "C",
	"quantity" integer NOT NULL,
	"purchase_type" text NOT NULL,
	"mrp_paise" integer NOT NULL,
	"price_paise" integer NOT NULL,
	"coupon_share_paise" bigint DEFAULT 0 NOT NULL,
	"net_paise" bigint NOT NULL,
	"refunded_paise" bigint DEFAULT 0 NOT NULL,
	"hsn" text DEFAULT '' NOT NULL,
	"gst_basis_points" integer DEFAULT 0 NOT NULL,
	"taxable_paise" bigint DEFAULT 0 NOT NULL,
	"cgst_paise" bigint DEFAULT 0 NOT NULL,
	"sgst_paise" bigint DEFAULT 0 NOT NULL,
	"igst_paise" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'Accepted' NOT NULL,
	"return_reason" text,
	"return_photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"exchange_size" text collate "C",
	"exchange_reason" text,
	"refusal_reason" text,
	"delivered_at" timestamp (3) with time zone,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "order_lines_quantity" CHECK (quantity > 0),
	CONSTRAINT "order_lines_net" CHECK (net_paise = quantity::bigint * price_paise - coupon_share_paise and net_paise >= 0),
	CONSTRAINT "order_lines_refunded" CHECK (refunded_paise between 0 and net_paise)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"order_number" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"checkout_status" text NOT NULL,
	"status" text DEFAULT 'Accepted' NOT NULL,
	"purchase_type" text NOT NULL,
	"payment_method" text NOT NULL,
	"payment_status" text DEFAULT 'Pending' NOT NULL,
	"unplaced_reason" text,
	"address" jsonb NOT NULL,
	"address_id" text collate "C",
	"receiver_name" text,
	"receiver_contact_number" text,
	"warehouse_id" text collate "C",
	"agent_id" text collate "C",
	"coupon_id" text collate "C",
	"coupon_name" text,
	"mrp_total_paise" bigint NOT NULL,
	"base_paise" bigint NOT NULL,
	"coupon_paise" bigint DEFAULT 0 NOT NULL,
	"trial_paise" bigint DEFAULT 0 NOT NULL,
	"shipping_paise" bigint DEFAULT 0 NOT NULL,
	"total_paise" bigint NOT NULL,
	"refunded_paise" bigint DEFAULT 0 NOT NULL,
	"delivery_minutes" integer,
	"promised_by" timestamp (3) with time zone,
	"cart_hash" text collate "C",
	"replaced_by_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"placed_at" timestamp (3) with time zone,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"packed_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	CONSTRAINT "orders_orderNumber_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_total" CHECK (total_paise = base_paise - coupon_paise + trial_paise + shipping_paise and coupon_paise between 0 and base_paise),
	CONSTRAINT "orders_unplaced" CHECK (unplaced_reason is null or status = 'Cancelled'),
	CONSTRAINT "orders_refunded" CHECK (refunded_paise >= 0 and (refunded_paise <= total_paise or status = 'Cancelled'))
);
--> statement-breakpoint
CREATE TABLE "return_photos" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"line_id" text collate "C",
	"picture" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text collate "C" DEFAULT 'INR' NOT NULL,
	"provider_order_id" text collate "C",
	"provider_payment_id" text collate "C",
	"method" text,
	"link_url" text,
	"link_sent_at" timestamp (3) with time zone,
	"link_sends" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"captured_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	CONSTRAINT "payments_providerOrderId_unique" UNIQUE("provider_order_id"),
	CONSTRAINT "payments_providerPaymentId_unique" UNIQUE("provider_payment_id"),
	CONSTRAINT "payments_amount" CHECK (amount_paise > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"line_id" text collate "C",
	"reference" text collate "C" NOT NULL,
	"retry_of_id" text collate "C",
	"reason" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"provider_refund_id" text collate "C",
	"tries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_retryOfId_unique" UNIQUE("retry_of_id"),
	CONSTRAINT "refunds_providerRefundId_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK (amount_paise > 0),
	CONSTRAINT "refunds_retry" CHECK (retry_of_id <> id)
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"parent_id" text collate "C",
	"mark" text collate "C",
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_objects_mark_unique" UNIQUE("mark")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"name" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_grid_categories" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"photo" text NOT NULL,
	"gender_id" text collate "C" NOT NULL,
	"link" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_offers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"headline" text,
	"code" text,
	"photo" text NOT NULL,
	"link" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_terms" (
	"purchase_type" text PRIMARY KEY NOT NULL,
	"charge_paise" integer NOT NULL,
	"conditions" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_charges" (
	"shipping_type" text PRIMARY KEY NOT NULL,
	"charge_paise" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sliders" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"slider_type" text NOT NULL,
	"gender_id" text collate "C" NOT NULL,
	"is_for" text NOT NULL,
	"photo" text NOT NULL,
	"link" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"action" text DEFAULT '' NOT NULL,
	"is_light" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_settings" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warehouses" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"radius_km" double precision NOT NULL,
	"delivery_minutes" integer NOT NULL,
	"has_try_and_buy" boolean DEFAULT false NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"label" text NOT NULL,
	"house" text DEFAULT '' NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"version" text NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "otps" (
	"contact_number" text collate "C" PRIMARY KEY NOT NULL,
	"code_hash" text collate "C" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resend_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"token_hash" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "signup_tokens" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"contact_number" text collate "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"contact_number" text collate "C",
	"phone_hash" text,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"gender" text NOT NULL,
	"date_of_birth" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "users_contactNumber_unique" UNIQUE("contact_number")
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_carts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."carts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_lines" ADD CONSTRAINT "wishlist_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_lines" ADD CONSTRAINT "wishlist_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "city_popularity" ADD CONSTRAINT "city_popularity_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_popularity" ADD CONSTRAINT "product_popularity_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sizes" ADD CONSTRAINT "product_sizes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "size_charts" ADD CONSTRAINT "size_charts_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "size_charts" ADD CONSTRAINT "size_charts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "size_charts" ADD CONSTRAINT "size_charts_subcategory_id_subcategories_id_fk" FOREIGN KEY ("subcategory_id") REFERENCES "public"."subcategories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subcategories" ADD CONSTRAINT "subcategories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_alerts" ADD CONSTRAINT "product_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_alerts" ADD CONSTRAINT "product_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_agent_id_delivery_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."delivery_agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_retry_of_id_refunds_id_fk" FOREIGN KEY ("retry_of_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_grid_categories" ADD CONSTRAINT "home_grid_categories_gender_id_genders_id_fk" FOREIGN KEY ("gender_id") REFERENCES "public"."genders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sliders" ADD CONSTRAINT "sliders_gender_id_genders_id_fk" FOREIGN KEY ("gender_id") REFERENCES "public"."genders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_lines_once" ON "cart_lines" USING btree ("user_id","product_id","size");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_coupon_id_user_id_index" ON "coupon_redemptions" USING btree ("coupon_id","user_id");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_of_phone" ON "coupon_redemptions" USING btree ("phone_hash") WHERE phone_hash is not null;--> statement-breakpoint
CREATE INDEX "brands_by_position" ON "brands" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "brands_by_name" ON "brands" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "product_sizes_key" ON "product_sizes" USING btree ("product_id","size");--> statement-breakpoint
CREATE INDEX "products_by_change" ON "products" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "review_photos_of_user" ON "review_photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_photos_of_review" ON "review_photos" USING btree ("review_id","position");--> statement-breakpoint
CREATE INDEX "review_photos_pending" ON "review_photos" USING btree ("created_at") WHERE approved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_fit" ON "reviews" USING btree ("product_id","stars","fit");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("product_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "size_charts_category_id_index" ON "size_charts" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_once" ON "stock_moves" USING btree ("reason","reference","product_id","size");--> statement-breakpoint
CREATE INDEX "subcategories_category_id_index" ON "subcategories" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_alerts_once" ON "product_alerts" USING btree ("user_id","product_id","kind","size");--> statement-breakpoint
CREATE INDEX "product_alerts_waiting" ON "product_alerts" USING btree ("product_id") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_index" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "inbox_messages_to_at_index" ON "inbox_messages" USING btree ("to","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("run_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at_index" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "vitals_at_index" ON "vitals" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("series","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_once" ON "invoices" USING btree ("order_id","kind","reference");--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_lines_of_order" ON "order_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_lines_of_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_lines_exchanged" ON "order_lines" USING btree ("product_id","size","exchange_size") WHERE status = 'Exchanged';--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("user_id") WHERE checkout_status <> 'completed';--> statement-breakpoint
CREATE INDEX "orders_on_hold" ON "orders" USING btree ("hold_until") WHERE checkout_status = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "orders_under_way" ON "orders" USING btree ("moved_at") WHERE checkout_status = 'completed' and status in ('Accepted', 'Shipped', 'On the way', 'Arrived', 'Size Trialing');--> statement-breakpoint
CREATE INDEX "orders_for_cash" ON "orders" USING btree ((address->>'postalCode')) WHERE checkout_status = 'completed' and payment_method = 'Cash on delivery' and payment_status = 'Pending';--> statement-breakpoint
CREATE INDEX "orders_for_cash_nearby" ON "orders" USING btree ((nullif(address->>'latitude', '')::float8)) WHERE checkout_status = 'completed' and payment_method = 'Cash on delivery' and payment_status = 'Pending';--> statement-breakpoint
CREATE INDEX "return_photos_of_user" ON "return_photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "return_photos_unclaimed" ON "return_photos" USING btree ("created_at") WHERE line_id is null;--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at") WHERE status = 'created';--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("reference") WHERE retry_of_id is null;--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "sandbox_events_due_at_index" ON "sandbox_events" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_parent_id_index" ON "sandbox_objects" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "webhook_events_received_at_index" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "addresses_user_id_created_at_index" ON "addresses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "consents_user_id_index" ON "consents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_last_used_at_index" ON "sessions" USING btree ("user_id","last_used_at");
--> statement-breakpoint
-- Lists read a product's sizes and stock from its own row. These triggers keep that row in sync, whoever
-- changes product_sizes. The products are locked first and in order, so that two orders for other sizes of
-- the same products wait for each other instead of deadlocking; the sizes are then read by a statement that
-- sees what the previous holder committed. A product whose sizes did not change is not written. The generic
-- plan is forced, because PostgreSQL would plan again for every order.
create function sync_product_sizes() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  changed_ids text[] := array(select distinct product_id from changed_rows);
begin
  perform 1 from products where id = any(changed_ids) order by id for no key update;
  update products p
  set sizes = current.sizes, stock = current.stock, sizes_in_stock = current.sizes_in_stock,
    restocked_at = case
      when p.sizes <> '{}' and p.sizes_in_stock = '{}' and current.sizes_in_stock <> '{}' then now()
      else p.restocked_at end
  from unnest(changed_ids) c (id), lateral (
    select
      coalesce(array_agg(s.size::text order by s.position, s.size), '{}') as sizes,
      coalesce(jsonb_object_agg(s.size, s.on_hand), '{}') as stock,
      coalesce(array_agg(s.size::text order by s.position, s.size) filter (where s.on_hand > 0), '{}') as sizes_in_stock
    from product_sizes s where s.product_id = c.id collate "C"
  ) current
  where p.id = c.id collate "C"
    and (p.sizes, p.stock) is distinct from (current.sizes, current.stock);
  return null;
end $$;
--> statement-breakpoint
create trigger product_sizes_inserted after insert on product_sizes
  referencing new table as changed_rows for each statement execute function sync_product_sizes();
--> statement-breakpoint
create trigger product_sizes_updated after update on product_sizes
  referencing new table as changed_rows for each statement execute function sync_product_sizes();
--> statement-breakpoint
create trigger product_sizes_deleted after delete on product_sizes
  referencing old table as changed_rows for each statement execute function sync_product_sizes();
--> statement-breakpoint
-- The same for the rating of a product.
create function sync_product_rating() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  changed_ids text[] := array(select distinct product_id from changed_rows);
begin
  perform 1 from products where id = any(changed_ids) order by id for no key update;
  update products p
  set review_count = current.review_count, rating_tenths = current.rating_tenths
  from unnest(changed_ids) c (id), lateral (
    select count(*)::int as review_count, round(avg(r.stars) * 10)::smallint as rating_tenths
    from reviews r where r.product_id = c.id collate "C"
  ) current
  where p.id = c.id collate "C"
    and (p.review_count, p.rating_tenths) is distinct from (current.review_count, current.rating_tenths);
  return null;
end $$;
--> statement-breakpoint
create trigger reviews_inserted after insert on reviews
  referencing new table as changed_rows for each statement execute function sync_product_rating();
--> statement-breakpoint
create trigger reviews_updated after update on reviews
  referencing new table as changed_rows for each statement execute function sync_product_rating();
--> statement-breakpoint
create trigger reviews_deleted after delete on reviews
  referencing old table as changed_rows for each statement execute function sync_product_rating();
--> statement-breakpoint
-- The catalogue in memory reads what has changed. The number of pieces alone changes nothing that it has.
create function note_product_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
--> statement-breakpoint
create trigger product_changed before update on products for each row
  when ((old.code, old.name, old.search_words, old.brand_id, old.category_id, old.subcategory_ids, old.gender_ids,
      old.price_paise, old.mrp_paise, old.colour, old.details, old.origin, old.is_published, old.sizes,
      old.sizes_in_stock, old.restocked_at, old.review_count, old.rating_tenths, old.created_at)
    is distinct from (new.code, new.name, new.search_words, new.brand_id, new.category_id, new.subcategory_ids,
      new.gender_ids, new.price_paise, new.mrp_paise, new.colour, new.details, new.origin, new.is_published,
      new.sizes, new.sizes_in_stock, new.restocked_at, new.review_count, new.rating_tenths, new.created_at))
  execute function note_product_change();
--> statement-breakpoint
-- Room on each page for updates that touch no index.
alter table products set (fillfactor = 85);
--> statement-breakpoint
alter table product_sizes set (fillfactor = 80);
