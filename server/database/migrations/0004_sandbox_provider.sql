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
ALTER TABLE "orders" ADD COLUMN "bag_hash" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "try_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "sandbox_events_due_at_index" ON "sandbox_events" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_parent_id_index" ON "sandbox_objects" USING btree ("parent_id");