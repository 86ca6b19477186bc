CREATE TABLE "order_picks" (
	"line_id" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_picks_line_id_size_pk" PRIMARY KEY("line_id","size"),
	CONSTRAINT "order_picks_quantity" CHECK (quantity > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "shelf" text;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "low_below" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_picks" ADD CONSTRAINT "order_picks_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_low_below" CHECK (low_below >= 0);