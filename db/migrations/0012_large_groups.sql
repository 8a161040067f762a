CREATE TABLE `rewrite_due` (
	`id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`accounts` integer NOT NULL,
	CONSTRAINT "rewrite_due_one" CHECK("rewrite_due"."id" = 1)
) STRICT;
