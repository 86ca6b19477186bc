CREATE TABLE "search_lexemes" (
	"lexeme" text collate "C" PRIMARY KEY NOT NULL
);--> statement-breakpoint
INSERT INTO "search_lexemes" ("lexeme") SELECT DISTINCT unnest(tsvector_to_array("search_vector")) FROM "products";
