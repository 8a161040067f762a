CREATE TABLE `access_tokens` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_on` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_tokens_name" CHECK(length("access_tokens"."name") between 1 and 40)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_token` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_of_user` ON `access_tokens` (`user_id`);