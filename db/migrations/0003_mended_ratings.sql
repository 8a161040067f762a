CREATE TABLE `used_request_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`rater_id` integer NOT NULL,
	`rating_id` integer,
	`said_hash` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`rater_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "used_request_keys_taken_back" CHECK(("used_request_keys"."rating_id" is null) = ("used_request_keys"."said_hash" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `used_request_keys_of_rating` ON `used_request_keys` (`rating_id`);--> statement-breakpoint
CREATE INDEX `used_request_keys_of_rater` ON `used_request_keys` (`rater_id`);--> statement-breakpoint
CREATE INDEX `used_request_keys_by_age` ON `used_request_keys` (`created_at`);--> statement-breakpoint
ALTER TABLE `ratings` ADD `is_unseen` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `ratings_unseen` ON `ratings` (`driver_id`) WHERE "ratings"."is_unseen" = 1;--> statement-breakpoint
-- The rest is written by hand. For members with unseen ratings, all ratings after the last seen one are new, and so are those that
-- came with a claim, because it is unknown whether these were seen.
UPDATE `ratings` SET `is_unseen` = 1 WHERE `is_placeholder` = 0 AND EXISTS (
	SELECT 1 FROM `users` WHERE `users`.`id` = `ratings`.`driver_id` AND `is_latest_ratings_seen` = 0 AND `password_hash` IS NOT NULL AND (
		`ratings`.`claimed_from_id` IS NOT NULL
		OR `ratings`.`id` > coalesce((SELECT `seen`.`id` FROM `ratings` AS `seen` WHERE `seen`.`wire_id` = `users`.`last_seen_rating_id`), 0)
	)
);--> statement-breakpoint
-- Withdraws the notice when the last new rating is gone, for whatever reason.
CREATE TRIGGER `ratings_unseen_gone` AFTER DELETE ON `ratings` WHEN old.is_unseen = 1 BEGIN
	UPDATE `users` SET `is_latest_ratings_seen` = 1 WHERE `id` = old.driver_id AND NOT EXISTS (
		SELECT 1 FROM `ratings` WHERE `driver_id` = old.driver_id AND `is_unseen` = 1
	);
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_unseen_moved` AFTER UPDATE OF `driver_id` ON `ratings` WHEN old.is_unseen = 1 BEGIN
	UPDATE `users` SET `is_latest_ratings_seen` = 1 WHERE `id` = old.driver_id AND NOT EXISTS (
		SELECT 1 FROM `ratings` WHERE `driver_id` = old.driver_id AND `is_unseen` = 1
	);
END;
